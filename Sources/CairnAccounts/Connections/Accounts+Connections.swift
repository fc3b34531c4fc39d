package import Cairn
import CairnSQL
import CairnStore

extension Accounts {
  /// Returns the connections of an account, oldest first.
  package func connections(of account: Identifier<Account>) async throws -> [Connection] {
    let now = environment.now()
    return try await read(as: account) { try ConnectionTable.all(of: account, at: now, in: $0) }
  }

  /// Returns one connection of an account; throws `connection.not_found`.
  package func connection(
    _ id: Identifier<Connection>,
    of account: Identifier<Account>
  ) async throws -> Connection {
    let now = environment.now()
    return try await read(as: account) { try Self.connection(id, of: account, at: now, in: $0) }
  }

  /// Adds a connection and returns its password, which cannot be read again.
  ///
  /// Throws `connection.name` and `connection.too_many`.
  package func addConnection(
    _ kind: Connection.Kind,
    named name: String,
    to account: Identifier<Account>
  ) async throws -> (connection: Connection, password: String) {
    let (name, now) = (trimmed(name), environment.now())
    let isPlain = name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    guard (1...Connection.nameLimit).contains(name.utf8.count), isPlain else {
      throw CairnError.connectionName
    }
    let connection = Connection(
      id: Identifier(environment.newID(at: now)),
      kind: kind,
      name: name,
      createdAt: now,
      pausedAt: nil,
      contactAt: nil,
      sessions: 0,
      problem: nil,
      isSignedIn: true
    )
    let password = newDevicePassword()
    try await write(as: account) { database in
      guard try ConnectionTable.all(of: account, at: now, in: database).count < Connection.limit
      else { throw CairnError.tooManyConnections }
      try ConnectionTable.insert(connection, of: account, in: database)
      try Self.setPassword(password, of: connection, account, at: now, in: database)
    }
    return (connection, password)
  }

  /// Replaces the password of a connection and returns the new one.
  ///
  /// Throws `connection.not_found`, and `connection.no_password` for an app.
  package func renewPassword(
    of id: Identifier<Connection>,
    _ account: Identifier<Account>
  ) async throws -> (connection: Connection, password: String) {
    let (password, now) = (newDevicePassword(), environment.now())
    let connection = try await write(as: account) { database in
      let connection = try Self.connection(id, of: account, at: now, in: database)
      guard Connection.Kind.withPassword.contains(connection.kind) else {
        throw CairnError.noPassword(connection.name)
      }
      try Self.setPassword(password, of: connection, account, at: now, in: database)
      return connection
    }
    return (connection, password)
  }

  /// Pauses a connection, or lets it send again; throws `connection.not_found`.
  package func pauseConnection(
    _ id: Identifier<Connection>,
    of account: Identifier<Account>,
    _ isPaused: Bool
  ) async throws -> Connection {
    let now = environment.now()
    return try await write(as: account) { database in
      _ = try Self.connection(id, of: account, at: now, in: database)
      try ConnectionTable.pause(id, at: isPaused ? now : nil, in: database)
      return try Self.connection(id, of: account, at: now, in: database)
    }
  }

  /// Removes a connection with its password and everything kept for it; throws `connection.not_found`.
  ///
  /// What it added to the log stays.
  package func removeConnection(
    _ id: Identifier<Connection>,
    of account: Identifier<Account>
  ) async throws {
    let now = environment.now()
    try await write(as: account) { database in
      let connection = try Self.connection(id, of: account, at: now, in: database)
      try Self.remove(connection, of: account, in: database)
    }
  }

  /// Returns the connection of a request that its password authenticated, and records the contact.
  ///
  /// Throws `connection.paused`, and `connection.not_found` if it was removed.
  package func connection(contacting identity: Identity) async throws -> Connection {
    let (account, now) = (identity.account.id, environment.now())
    let id = identity.credential.connection
    let connection = try await connection(id, of: account)
    guard connection.pausedAt == nil else { throw CairnError.paused(connection.name) }
    if connection.contactAt.map({ now - $0 >= .minutes(1) || now < $0 }) ?? true {
      try await write(as: account) { try ConnectionTable.touch(id, at: now, in: $0) }
    }
    return connection
  }

  static func connection(
    _ id: Identifier<Connection>,
    of account: Identifier<Account>,
    at now: Instant,
    in database: any SQLConnection
  ) throws -> Connection {
    let all = try ConnectionTable.all(of: account, at: now, in: database)
    guard let found = all.first(where: { $0.id == id }) else {
      throw CairnError.noConnection(id.record.text)
    }
    return found
  }

  private static func setPassword(
    _ password: String,
    of connection: Connection,
    _ account: Identifier<Account>,
    at now: Instant,
    in database: any SQLConnection
  ) throws {
    let credential = Credential(
      id: connection.id.credential,
      kind: .app,
      name: connection.name,
      scopes: [connection.kind.scope],
      createdAt: now,
      seenAt: now
    )
    let hash = hash(Self.deviceSecret(password))
    _ = try CredentialTable.delete(credential.id, of: account, in: database)
    try CredentialTable.insert(credential, of: account, hash: hash, in: database)
  }

  /// Returns the secret that stands for a device password: KOReader sends only its MD5 as hexadecimal digits.
  package static func deviceSecret(_ password: String) -> String { MD5.hex(Array(password.utf8)) }

  /// Returns 81 random bits as 18 lower-case letters, which an e-reader can type without changing its keyboard.
  ///
  /// `i`, `l` and `o` do not occur, because they look like digits.
  private func newDevicePassword() -> String {
    let letters = Array("abcdefghjkmnpqrstuvwxyz")
    return String((0..<18).map { _ in letters[Int(environment.random() % UInt64(letters.count))] })
  }
}

extension Accounts {
  func read<T: Sendable>(
    as account: Identifier<Account>,
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await translated { try await database.read(as: account.record.text, body) }
  }

  @discardableResult
  func write<T: Sendable>(
    as account: Identifier<Account>,
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await translated { try await database.write(as: account.record.text, body) }
  }
}
