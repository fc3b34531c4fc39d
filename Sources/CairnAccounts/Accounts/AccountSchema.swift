import CairnSQL

/// The migrations of the account tables; a released migration never changes.
///
/// Accounts have a database of their own, because a log contains nothing that belongs to another person.
enum AccountSchema {
  static let migrations = [
    Migration(
      1,
      "create the tables of accounts",
      sqlite: SQLTable.create(tables, for: .sqlite),
      checksum: "181465c0b1be2ba8"
    ),
    Migration(
      2,
      "create the tables of connections",
      sqlite: SQLTable.create([.connection, .connectedDocument], for: .sqlite)
    ),
    Migration(
      3,
      "create the table of files of connections",
      sqlite: SQLTable.create([.connectedFile], for: .sqlite)
    ),
  ]

  /// The tables of both engines.
  static let tables: [SQLTable] = [
    .account, .credential, .setupLink, .storyClaim, .comparedAccount, .comparedShare,
  ]
}
