import Cairn
package import CairnJSON

// The JSON form of connections, documented in `docs/connections.md`.

extension Connection: JSONModel {
  package static let fields = JSONFields<Connection>(
    named: "Connection",
    [
      .init("id", \.id),
      .init("kind", .choice(Kind.all.map(\.name)), \.kind.name),
      .init("name", \.name),
      .init("created_at", \.createdAt),
      .init("paused_at", \.pausedAt),
      .init("contact_at", \.contactAt),
      .init("sessions", \.sessions),
      .init("problem", \.problem),
      .init("is_signed_in", \.isSignedIn),
    ]
  )
}

/// A connection with its new password, which is shown once.
package struct NewConnection: JSONModel {
  package let connection: Connection
  /// The name to log in with on the device: that of the account.
  package let user: String
  /// The password to log in with on the device.
  package let password: String

  /// Creates the result of a new password.
  package init(_ issued: (connection: Connection, password: String), of account: Account) {
    (connection, password, user) = (issued.connection, issued.password, account.name)
  }

  package static let fields = JSONFields<NewConnection>(
    Connection.fields.flattened { $0.connection },
    [.init("user", \.user), .init("password", \.password)]
  )
}

extension ConnectedDocument: JSONModel {
  package static let fields = JSONFields<ConnectedDocument>(
    named: "ConnectedDocument",
    [
      .init("document", \.document),
      .init("title", \.title),
      .init("authors", \.authors),
      .init("book", \.entry),
      .init("percent_hundredths") { $0.progress?.hundredths },
      .init("device") { $0.progress?.device },
      .init("at") { $0.progress?.at },
    ]
  )
}
