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
  private let vetting = RolePreflight()

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

  /// The server of a database, once it was found that it may be used; throws `storage.no_shard`, and what
  /// ``RolePreflight/vet(_:named:)`` does.
  func server(_ name: String?) async throws -> PostgresServer {
    let server = try known(name)
    try await vetting.vet(server, named: name)
    return server
  }

  /// What the directory calls a database that a person names; throws `storage.no_shard`.
  func named(_ word: String?) throws(CairnError) -> String? {
    guard let word, word != Self.home else { return nil }
    _ = try known(word)
    return word
  }

  /// Refuses names that the directory has and nobody gave an address; throws `storage.no_shard`.
  func requireAll(_ names: [String]) throws(CairnError) {
    for name in names { _ = try known(name) }
  }

  /// Vets all databases; gives those without accounts that cannot be reached, with the reason.
  ///
  /// They are vetted when they are first used.
  func vetAll() async throws -> [String: String] {
    var absent: [String: String] = [:]
    for (name, server) in all {
      do {
        try await vetting.vet(server, named: name)
      } catch let error as StorageError where error.code == .unreachable {
        guard let name else { throw error }
        absent[name] = error.message
      }
    }
    return absent
  }

  private func known(_ name: String?) throws(CairnError) -> PostgresServer {
    guard let server = all[name] else { throw .noShard(name ?? Self.home) }
    return server
  }
}
