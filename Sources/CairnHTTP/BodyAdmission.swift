/// Whether a request may send a long body, decided from its head.
public enum BodyAdmission: Sendable {
  /// It may, as far as its path allows; each owner sends one file at a time.
  case accepted(owner: String)
  /// It may send what a stranger may.
  case limited
  /// It may not, and this is the response; the connection ends with it.
  case refused(HTTPResponse)
}
