extension HTTPResponse {
  /// Creates a JSON response from text.
  package init(_ status: HTTPStatus, json: String) {
    self.init(status, type: "application/json", text: json)
  }
}
