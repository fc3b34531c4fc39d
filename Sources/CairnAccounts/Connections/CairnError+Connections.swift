package import Cairn

extension CairnError {
  /// The error for an unknown connection.
  package static func noConnection(_ name: String) -> CairnError {
    CairnError(
      "connection.not_found",
      "There is no connection “\(name)”.",
      hint: "It may have been removed; see the list under Settings → Connections."
    )
  }

  /// The error for a name that several connections have.
  package static func ambiguousConnection(_ name: String, _ ids: [String]) -> CairnError {
    CairnError(
      "connection.ambiguous",
      "\(ids.count) connections are named “\(name)”.",
      hint: "Use one of their ids instead: \(ids.joined(separator: ", "))."
    )
  }

  /// The error for a request of a paused connection.
  static func paused(_ name: String) -> CairnError {
    CairnError(
      "connection.paused",
      "The connection “\(name)” is paused, so nothing was accepted.",
      hint: "Resume it in Cairn under Settings → Connections, then sync again."
    )
  }

  /// The error for a new password of an app, which has none.
  static func noPassword(_ name: String) -> CairnError {
    CairnError(
      "connection.no_password",
      "“\(name)” has no password of its own: it uses that of your account.",
      hint: "Sign in again in the app. To sign the app out, remove the connection."
    )
  }

  static var connectionName: CairnError {
    CairnError(
      "connection.name",
      "A connection needs a name of 1 to \(Connection.nameLimit) bytes in one line.",
      hint: "Name it after the device, such as Kobo."
    )
  }

  static var tooManyConnections: CairnError {
    CairnError(
      "connection.too_many",
      "There are already \(Connection.limit) connections.",
      hint: "Remove one that you no longer use."
    )
  }
}
