package import Cairn
import CairnSQL
import CairnStore

/// The tokens of an app in which a person signed in.
package struct AppTokens: Sendable {
  /// The secret of the requests.
  package let access: String
  /// The secret that gets the next tokens.
  package let refresh: String
  /// The connection of the app.
  package let connection: Identifier<Connection>

  fileprivate init(_ refresh: String, of connection: Identifier<Connection>) {
    (self.refresh, self.connection) = (refresh, connection)
    access = Self.derived("access", key: refresh)
  }

  /// Returns the tokens that follow; `key` is known only to the server.
  ///
  /// They depend on nothing else, so that an app which did not get a response gets the same one again.
  fileprivate func next(key: String) -> AppTokens {
    AppTokens(Self.derived("refresh \(refresh)", key: key), of: connection)
  }

  private static func derived(_ text: String, key: String) -> String {
    HMAC.sha256(Array(text.utf8), key: Array(key.utf8)).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}

extension Accounts {
  /// Adds a connection for an app in which the person signed in, and returns its first tokens.
  ///
  /// If there are too many connections, one app is signed out: one that was never used after its sign-in, else one of
  /// the same name, else any, and of these the one that was not used for longest. Throws `connection.too_many` if none
  /// of them is an app.
  package func connectApp(
    named name: String,
    to account: Identifier<Account>
  ) async throws -> AppTokens {
    let now = environment.now()
    let connection = Connection(app: name, Identifier(app: environment.newID(at: now)), at: now)
    let tokens = AppTokens(newSecret(), of: connection.id)
    try await write(as: account) { database in
      let all = try ConnectionTable.all(of: account, at: now, in: database)
      if all.count >= Connection.limit {
        guard let least = Connection.leastNeeded(of: all, besideNew: name) else {
          throw CairnError.tooManyConnections
        }
        try Self.remove(least, of: account, in: database)
      }
      try ConnectionTable.insert(connection, of: account, in: database)
      try Self.set(tokens, generation: 0, name, account, at: now, in: database)
    }
    return tokens
  }

  /// Returns the next tokens for a refresh token, with the account; nil if it is not valid.
  ///
  /// Two generations are valid: a refresh token that was used is valid until the one that replaced it is used.
  package func refresh(_ secret: String) async throws -> (tokens: AppTokens, account: Account)? {
    guard let identity = try await identity(ofDevice: secret),
      identity.credential.scopes.contains(.supabaseRefresh),
      let key = try await hash(of: identity.account.id)
    else { return nil }
    let (account, now) = (identity.account, environment.now())
    let id = identity.credential.connection
    let tokens = AppTokens(secret, of: id).next(key: key)
    let generation = identity.credential.id.record.low >> 1 & 1 ^ 1
    try await write(as: account.id) { database in
      let connection = try Self.connection(id, of: account.id, at: now, in: database)
      let name = connection.name
      try Self.set(tokens, generation: generation, name, account.id, at: now, in: database)
    }
    return (tokens, account)
  }

  private static func set(
    _ tokens: AppTokens,
    generation: UInt64,
    _ name: String,
    _ account: Identifier<Account>,
    at now: Instant,
    in database: any SQLConnection
  ) throws {
    let secrets = [(tokens.access, Credential.Scope.supabase), (tokens.refresh, .supabaseRefresh)]
    for (index, (secret, scope)) in secrets.enumerated() {
      let id = tokens.connection.token(UInt64(index) | generation << 1)
      _ = try CredentialTable.delete(id, of: account, in: database)
      let credential = Credential(
        id: id,
        kind: .app,
        name: name,
        scopes: [scope],
        createdAt: now,
        seenAt: now
      )
      try CredentialTable.insert(credential, of: account, hash: hash(secret), in: database)
    }
  }

  /// Removes a connection with its password or its tokens.
  static func remove(
    _ connection: Connection,
    of account: Identifier<Account>,
    in database: any SQLConnection
  ) throws {
    try ConnectionTable.delete(connection.id, in: database)
    for number in 0..<(connection.kind == .supabase ? 4 : 1) {
      let id = connection.id.token(UInt64(number))
      _ = try CredentialTable.delete(id, of: account, in: database)
    }
  }
}

extension Connection {
  /// Returns the app to sign out for a new one with a name; nil without apps.
  fileprivate static func leastNeeded(of all: [Connection], besideNew name: String) -> Connection? {
    let apps = all.filter { $0.kind == .supabase }
    let groups = [apps.filter { $0.contactAt == nil }, apps.filter { $0.name == name }, apps]
    return groups.first { !$0.isEmpty }?.min { $0.lastUse < $1.lastUse }
  }

  private var lastUse: Instant { contactAt ?? createdAt }

  fileprivate init(app name: String, _ id: Identifier<Connection>, at now: Instant) {
    self.init(
      id: id,
      kind: .supabase,
      name: name,
      createdAt: now,
      pausedAt: nil,
      contactAt: nil,
      sessions: 0,
      problem: nil,
      isSignedIn: true
    )
  }
}

extension Identifier<Connection> {
  /// Makes the id of an app's connection: its last two bits number the tokens of two generations.
  fileprivate init(app id: RecordID) { self.init(RecordID(high: id.high, low: id.low & ~3)) }

  /// Returns the id of a token; 0 is the password of a device.
  fileprivate func token(_ number: UInt64) -> Identifier<Credential> {
    Identifier<Credential>(RecordID(high: record.high, low: record.low ^ number))
  }
}

extension Credential {
  /// The connection whose password or token it is.
  var connection: Identifier<Connection> {
    let isToken = scopes.contains(.supabase) || scopes.contains(.supabaseRefresh)
    let id = id.record
    return isToken ? Identifier<Connection>(app: id) : Identifier<Connection>(id)
  }
}
