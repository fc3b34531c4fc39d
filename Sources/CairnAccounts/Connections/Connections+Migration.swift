import Cairn
import CairnSQL

/// An account's rows from the tables of connections, in the order of their references.
struct ConnectionRows: Sendable {
  private let all: [StoredRows]

  init(of account: Identifier<Account>, in database: any SQLConnection) throws {
    let own: SQL = "account = \(account)"
    let theirs: SQL = "connection IN (SELECT id FROM connection WHERE \(fragment: own))"
    all = [
      try StoredRows(of: .connection, where: own, in: database),
      try StoredRows(of: .connectedDocument, where: theirs, in: database),
      try StoredRows(of: .connectedFile, where: theirs, in: database),
    ]
  }

  func insert(in database: any SQLConnection) throws {
    for rows in all { try rows.insert(ending: "ON CONFLICT DO NOTHING", in: database) }
  }
}
