/// A decision on a long request body, made from the request's head.
public enum BodyAdmission: Sendable {
  /// Accepted up to the limit of its path; each owner may upload one file at a time.
  case accepted(owner: String)
  /// Accepted up to the limit of anonymous clients.
  case limited
  /// Refused with this response, after which the connection closes.
  case refused(HTTPResponse)
}
