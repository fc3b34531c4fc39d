/// A request without a response, in our own words.
struct WebFailure: Sendable, Equatable {
  /// One sentence; `%` stands for the scheme, host and port of the server.
  let sentence: String
  /// The next step.
  let hint: String

  /// Describes a result code of libcurl (libcurl-errors(3)); an unknown one is an unreachable server.
  init(_ code: Int32) {
    self =
      Self.table.first { $0.codes.contains(code) }?.failure
      ?? WebFailure(
        "The server at % cannot be reached.",
        "Check the address and the network; then try again."
      )
  }

  private init(_ sentence: String, _ hint: String) {
    (self.sentence, self.hint) = (sentence, hint)
  }

  /// Returns the sentence about a server.
  func sentence(about origin: String) -> String { sentence.replacing("%", with: origin) }

  /// The failure without libcurl.
  static let noLibrary = WebFailure(
    "The server at % cannot be reached, because libcurl is not installed.",
    "Install it: on Debian the package is libcurl4."
  )

  private static let table: [(codes: [Int32], failure: WebFailure)] = [
    (
      [1, 3],
      WebFailure(
        "“%” is not the address of a web server.",
        "Check that it begins with http:// or https://."
      )
    ),
    (
      [5, 97],
      WebFailure(
        "The proxy for the server at % cannot be used.",
        "Check the variables http_proxy and https_proxy; then try again."
      )
    ),
    (
      [6],
      WebFailure(
        "The name of the server at % was not found.",
        "Check the spelling of the address and the network; then try again."
      )
    ),
    (
      [7],
      WebFailure(
        "The server at % refused the connection.",
        "Check the port, that the server is running, and the network; then try again."
      )
    ),
    (
      [8, 61],
      WebFailure(
        "The server at % sent an invalid response.",
        "Check that the address and the port are those of a web server."
      )
    ),
    (
      [16, 18, 52, 55, 56, 92],
      WebFailure("The server at % closed the connection.", "Try again in a moment.")
    ),
    (
      [23, 63],
      WebFailure(
        "The response of the server at % is too long.",
        "Check that it is the right server."
      )
    ),
    (
      [28],
      WebFailure(
        "The server at % stopped answering.",
        "Check the network and the server; then try again."
      )
    ),
    (
      [35],
      WebFailure(
        "No encrypted connection to the server at % could be made.",
        "Check the port, and that the server uses https://."
      )
    ),
    ([42], WebFailure("The request to the server at % was cancelled.", "Try again.")),
    (
      [51, 60, 83, 90, 91],
      WebFailure(
        "The certificate of the server at % could not be checked.",
        "Check the address, the clock of this device, and who issued the certificate."
      )
    ),
    (
      [77],
      WebFailure(
        "The certificate of the server at % could not be checked.",
        "Install the certificate authorities: on Debian the package is ca-certificates."
      )
    ),
  ]
}
