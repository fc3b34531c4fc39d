import Cairn
import CairnPostgres
import CairnSQL
import CairnStore

/// The PostgreSQL databases that store the logs of one server, by name.
struct Shards: Sendable {
  /// The name of the database that also stores the accounts.
  static let home = Accounts.home

  let home: PostgresServer
  private let others: [String: PostgresServer]
  private let preflight = RolePreflight()

  /// Creates the shards from the lines of a file; throws `usage.shards`.
  init(_ home: PostgresServer, _ lines: [Substring]) throws(CairnError) {
    var others: [String: PostgresServer] = [:]
    for line in try ShardLine.all(lines) {
      others[line.name] = home.shard(line.address, isPooled: line.isPooled)
    }
    (self.home, self.others) = (home, others)
  }

  /// The servers of all databases; the key nil is the account database.
  var all: [String?: PostgresServer] {
    var all = [nil as String?: home]
    for (name, server) in others { all[name] = server }
    return all
  }

  /// Returns a checked database; throws `storage.unknown_shard`, and like ``RolePreflight/check(_:named:)``.
  func server(_ name: String?) async throws -> PostgresServer {
    let server = try known(name)
    try await preflight.check(server, named: name)
    return server
  }

  /// Returns the stored name of a typed database; nil for the account database, throws `storage.unknown_shard`.
  func named(_ word: String?) throws(CairnError) -> String? {
    guard let word, word != Self.home else { return nil }
    _ = try known(word)
    return word
  }

  /// Throws `storage.unknown_shard` for a name in the directory that has no address.
  func requireAll(_ names: [String]) throws(CairnError) {
    for name in names { _ = try known(name) }
  }

  /// Checks all databases; returns the reason for each unreachable one, except the account database.
  ///
  /// The reasons are for the log of the server, with the words of libpq. Those databases are checked
  /// again on first use.
  func checkAll() async throws -> [String: String] {
    var absent: [String: String] = [:]
    for (name, server) in all {
      do {
        try await preflight.check(server, named: name)
      } catch let error as StorageError where error.code == .unreachable {
        guard let name else { throw error }
        absent[name] = "\(error.message) \(error.cause)"
      }
    }
    return absent
  }

  private func known(_ name: String?) throws(CairnError) -> PostgresServer {
    guard let server = all[name] else { throw .noShard(name ?? Self.home) }
    return server
  }
}
