import Cairn
import CairnAccounts
import CairnJSON

extension CommandContext {
  /// Lists connections.
  func show(_ connections: [Connection]) {
    if wantsData { return output.print(data: connections) }
    if connections.isEmpty {
      return output.info("No connections. Add one with `cairn connection add ACCOUNT NAME`.")
    }
    var table = Table([
      .init("id"), .init("name"), .init("program"), .init("last contact"), .init("sessions"),
    ])
    for one in connections {
      table.append([
        .init(one.shortID), .init(one.name), .init(one.kind.label),
        .init(contact(of: one)), .init("\(one.sessions)"),
      ])
    }
    output.print(table)
  }

  private func contact(of connection: Connection) -> String {
    if connection.pausedAt != nil { return "paused" }
    if !connection.isSignedIn { return "needs a new password" }
    return connection.contactAt.map { text($0) } ?? "not used yet"
  }

  /// Reports a new password.
  func show(_ new: NewConnection, _ verb: String) {
    if wantsData { return output.print(data: new) }
    output.info(
      "\(verb) the connection “\(new.connection.name.visible)”. Log in as “\(new.user.visible)” with this password, "
        + "which is shown only once:"
    )
    output.print(new.password)
  }

  /// Reports a changed connection.
  func show(_ connection: Connection, _ verb: String) {
    if wantsData { return output.print(data: connection) }
    output.info("\(verb) the connection “\(connection.name.visible)”.")
  }
}
