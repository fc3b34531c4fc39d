import Cairn
import CairnAccounts
import CairnHTTP
import CairnListener
import CairnPostgres
import CairnReports
import CairnSQL
import CairnSQLite
import CairnServer
import CairnStore
import CairnTestKit
import CairnTransfer
import Glibc
import Testing

/// A multi-user server, for one test.
struct ServedAccounts: Sendable {
  let accountService: AccountService
  let accounts: Accounts
  let logs: ScratchLogs
  let clock: ManualClock
  let client: TestClient

  /// The password of all accounts.
  static let password = "correct horse"

  /// Runs a body with a multi-user server that has no accounts yet.
  static func run(
    _ way: TestTransport = .memory,
    on engine: TestEngine = .device,
    openLogs: Int = 32,
    isSecure: Bool = false,
    pace: ChangeFeedConfiguration = .multiUser,
    _ change: @escaping @Sendable (inout ServerDependencies) -> Void = { _ in },
    _ body: (ServedAccounts) async throws -> Void
  ) async throws {
    try await withScratchFolder { folder in
      try await engine.scratchAccountDatabase(in: folder) { database in
        try await run(way, on: engine, folder, database, openLogs, isSecure, pace, change, body)
      }
    }
  }

  private static func run(
    _ way: TestTransport,
    on engine: TestEngine,
    _ folder: String,
    _ database: any SQLDatabase,
    _ openLogs: Int,
    _ isSecure: Bool,
    _ pace: ChangeFeedConfiguration,
    _ change: @escaping @Sendable (inout ServerDependencies) -> Void,
    _ body: (ServedAccounts) async throws -> Void
  ) async throws {
    let clock = ManualClock(at: .scratchStart)
    let isShared = engine.role == nil
    let seed = isShared ? UInt64.random(in: 0...UInt64.max) : 1
    let environment = LogEnvironment(clock: clock, seed: seed)
    let logs = ScratchLogs(folder: folder, environment: environment)
    let accounts = try await Accounts.open(database, environment: environment)
    let accountService = AccountService(
      accounts,
      logs: isShared ? try await PostgresScratchLogs(environment) : logs,
      passwords: try PasswordThread(),
      uploadedFiles: isShared ? UploadedFiles.shared(in: database) : nil,
      openLogs: openLogs
    )
    let make = { (host: String) in
      var dependencies = ServerDependencies.scratch(host, environment, isSecure)
      change(&dependencies)
      return Server(accountService, dependencies: dependencies, pace: pace)
    }
    try await TestClient.run(way, make) {
      let served = ServedAccounts(
        accountService: accountService,
        accounts: accounts,
        logs: logs,
        clock: clock,
        client: $0
      )
      try await body(served)
    }
  }

  @discardableResult
  func add(_ name: String) async throws -> Account {
    try await accountService.add(name, password: Self.password, zone: "Europe/Berlin")
  }

  /// Returns a browser in which the account is signed in.
  func browser(of name: String) async throws -> Browser {
    var browser = Browser(client: client)
    let answer = try await browser.submit("/sign-in", "name=\(name)&password=correct+horse")
    #expect(answer.status == .seeOther)
    return browser
  }
}

extension ServerDependencies {
  static func scratch(
    _ host: String,
    _ environment: LogEnvironment,
    _ isSecure: Bool
  ) -> ServerDependencies {
    ServerDependencies(
      hosts: [host],
      isSecure: isSecure,
      zone: SystemZones.rules("Europe/Berlin") ?? .utc,
      now: environment.now,
      random: environment.random,
      freeBytes: { 1 << 40 },
      version: "1.2.3"
    )
  }
}

/// Logs of accounts as SQLite files in a temporary directory.
struct ScratchLogs: LogProvider {
  let folder: String
  let environment: LogEnvironment

  func path(_ id: Identifier<Account>) -> String { "\(folder)/\(id.record.text).sqlite" }

  func make(_ id: Identifier<Account>) async throws { await (try open(id)).log.close() }

  func open(_ id: Identifier<Account>) async throws -> any OpenLog {
    let database = try await SQLiteDatabase.open(path: path(id), role: .server)
    let log = try await Log.open(database, environment: environment)
    return ScratchAccountLog(log: log, database: database, path: path(id) + "-copy")
  }

  func remove(_ id: Identifier<Account>) async throws {
    for end in ["", "-wal", "-shm"] { unlink(path(id) + end) }
  }
}

/// Logs of accounts in the PostgreSQL server that all tests of this process share.
struct PostgresScratchLogs: LogProvider {
  let server: PostgresServer
  let environment: LogEnvironment

  init(_ environment: LogEnvironment) async throws {
    (server, self.environment) = (try await .scratch(), environment)
  }

  func make(_ id: Identifier<Account>) async throws { await (try open(id)).log.close() }

  func open(_ id: Identifier<Account>) async throws -> any OpenLog {
    let database = server.log(of: id.record.high, id.record.low)
    return PostgresScratchLog(log: try await Log.open(database, environment: environment))
  }

  func publicSessions(of id: Identifier<Account>) -> PublicSessions? {
    PublicSessions(server.publicLog(of: id.record.high, id.record.low))
  }

  func showing(among ids: [Identifier<Account>]) async throws -> Set<Identifier<Account>>? {
    try await PublicSessions(server.publicLogs).showing(among: ids)
  }

  /// Does nothing: the server is deleted when the process exits.
  func remove(_ id: Identifier<Account>) async throws {}
}

/// An account's log in that server.
struct PostgresScratchLog: OpenLog {
  let log: Log
  var folder: any LogFolder { MemoryFolder() }

  func backUp() async throws -> Bool { false }
  func diskBytes(measuring: Bool) -> Int64 { 0 }
  func copy() async throws -> any ScopedFile { MemoryFile() }
  func restore(_ file: [UInt8]) async throws -> RestoredLog { RestoredLog(records: 0) }
}

/// An account's log in a temporary directory; a restore only checks the first bytes of the file.
struct ScratchAccountLog: OpenLog {
  let log: Log
  let database: SQLiteDatabase
  let path: String
  var folder: any LogFolder { MemoryFolder() }
  func diskBytes(measuring: Bool) -> Int64 { 1_000_000 }

  func backUp() async throws -> Bool {
    try await database.backup(to: path)
    return true
  }

  func copy() async throws -> any ScopedFile {
    try await database.backup(to: path)
    let file = MemoryFile()
    file.append(try bytes(of: path))
    return file
  }

  func restore(_ file: [UInt8]) async throws -> RestoredLog {
    guard file.starts(with: Array("SQLite format 3".utf8)) else {
      throw CairnError("input.not_a_log", "The file is not a Cairn log.", hint: "")
    }
    try write(file, to: path)
    try await database.restore(from: path)
    return RestoredLog(records: 0)
  }
}

/// A simulated browser, which stores cookies and sends them with `Origin` and fetch metadata.
struct Browser: Sendable {
  let client: TestClient
  var isSecure = false
  private(set) var cookies: [String: String] = [:]

  init(client: TestClient, isSecure: Bool = false) {
    (self.client, self.isSecure) = (client, isSecure)
  }

  private var fields: [(String, String)] {
    let pairs = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
    let origin = (isSecure ? "https://" : "http://") + client.host
    return [("origin", origin), ("sec-fetch-site", "same-origin")]
      + (pairs.isEmpty ? [] : [("cookie", pairs)])
  }

  mutating func get(_ target: String) async throws -> HTTPResponse {
    storeCookies(try await client.ask(.get, target, fields))
  }

  mutating func submit(_ target: String, _ form: String) async throws -> HTTPResponse {
    let type = "application/x-www-form-urlencoded"
    return storeCookies(try await client.ask(.post, target, form, type: type, fields))
  }

  mutating func post(_ target: String, _ json: String = "") async throws -> HTTPResponse {
    let type = json.isEmpty ? nil : "application/json"
    return storeCookies(try await client.ask(.post, target, json, type: type, fields))
  }

  mutating func patch(_ target: String, _ json: String) async throws -> HTTPResponse {
    storeCookies(try await client.ask(.patch, target, json, type: "application/json", fields))
  }

  mutating func put(_ target: String, json: String) async throws -> HTTPResponse {
    try await send(.put, target, Array(json.utf8), type: "application/json")
  }

  mutating func put(_ target: String, _ file: [UInt8]) async throws -> HTTPResponse {
    try await send(.put, target, file, type: "application/vnd.sqlite3")
  }

  /// Submits a form with a file.
  mutating func upload(_ target: String, _ file: [UInt8]) async throws -> HTTPResponse {
    let head = "--mark\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n"
    let body = Array(head.utf8) + file + Array("\r\n--mark--\r\n".utf8)
    return try await send(.post, target, body, type: "multipart/form-data; boundary=mark")
  }

  private mutating func send(
    _ method: HTTPMethod,
    _ target: String,
    _ body: [UInt8],
    type: String
  ) async throws -> HTTPResponse {
    var request = HTTPRequest(method, target, body: body)
    for (name, value) in fields + [("host", client.host), ("content-type", type)] {
      request.fields.append(name, value)
    }
    return storeCookies(try await client.ask(request))
  }

  mutating func delete(_ target: String) async throws -> HTTPResponse {
    storeCookies(try await client.ask(.delete, target, fields))
  }

  private mutating func storeCookies(_ response: HTTPResponse) -> HTTPResponse {
    for line in response.fields.lines where line.name == "set-cookie" {
      let pair = line.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
      let isGone = line.value.contains("Max-Age=0")
      cookies[String(pair[0])] = isGone || pair.count < 2 ? nil : String(pair[1])
    }
    return response
  }
}

extension HTTPResponse {
  /// The `Set-Cookie` line with the browser's credential.
  var credentialCookie: String? {
    fields.lines.first { $0.name == "set-cookie" && !$0.value.contains("-device=") }?.value
  }
}
