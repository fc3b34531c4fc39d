import Cairn
import CairnPostgres
import CairnSQL
import CairnServer
import CairnStore

/// The PostgreSQL databases that logs of one server lie in, by name.
struct Shards: Sendable {
  /// The name of the one that also has the accounts.
  static let home = Accounts.home

  let home: PostgresServer
  private let others: [String: PostgresServer]

  /// Takes the lines of a file; throws `usage.shards`.
  init(_ home: PostgresServer, _ lines: [Substring]) throws(CairnError) {
    var others: [String: PostgresServer] = [:]
    for line in try ShardLine.all(lines) {
      others[line.name] = home.shard(line.address, isPooled: line.isPooled)
    }
    (self.home, self.others) = (home, others)
  }

  /// The servers of all databases; nil is the name of the one that has the accounts.
  var all: [String?: PostgresServer] {
    var all = [nil as String?: home]
    for (name, server) in others { all[name] = server }
    return all
  }

  /// The server of a database; throws `storage.no_shard`.
  func server(_ name: String?) throws(CairnError) -> PostgresServer {
    guard let server = all[name] else { throw .noShard(name ?? Self.home) }
    return server
  }

  /// What the directory calls a database that a person names; throws `storage.no_shard`.
  func named(_ word: String?) throws(CairnError) -> String? {
    guard let word, word != Self.home else { return nil }
    _ = try server(word)
    return word
  }

  /// Refuses what could see past the policies of any database, or could not read what is public there,
  /// and two names of one database.
  ///
  /// A command that does not serve may pass over those without accounts that cannot be reached.
  func requireRoles(passingOver isPassing: Bool = false) async throws {
    var found: [String: String?] = [:]
    for (name, server) in all {
      do {
        try await server.requireHarmlessRole()
        try await server.requireReader()
        let id = try await Log.databaseID(of: server.tables)
        if let other = found.updateValue(name, forKey: id) {
          throw CairnError.oneDatabase(name, other)
        }
      } catch let error as StorageError
        where isPassing && name != nil && error.code == .unreachable
      { continue }
    }
  }
}
