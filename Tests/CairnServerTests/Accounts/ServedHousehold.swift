import Cairn
import CairnHTTP
import CairnListener
import CairnPassword
import CairnPostgres
import CairnSQL
import CairnSQLite
import CairnServer
import CairnStore
import CairnTestKit
import Glibc
import Testing

/// Several people behind one server, for one test.
struct ServedHousehold: Sendable {
  let accountService: AccountService
  let accounts: Accounts
  let logs: ScratchLogs
  let clock: ManualClock
  let door: ResponseFinalizer

  /// What everyone's password is.
  static let password = "correct horse"

  /// Gives the closure a server without accounts, reached in one of the ways.
  static func run(
    _ way: Way = .memory,
    on engine: TestEngine = .device,
    openLogs: Int = 32,
    isSecure: Bool = false,
    pace: ChangeFeedConfiguration = .accountService,
    _ change: @escaping @Sendable (inout ServerDependencies) -> Void = { _ in },
    _ body: (ServedHousehold) async throws -> Void
  ) async throws {
    try await withScratchFolder { folder in
      try await engine.scratchHousehold(in: folder) { database in
        try await run(way, on: engine, folder, database, openLogs, isSecure, pace, change, body)
      }
    }
  }

  private static func run(
    _ way: Way,
    on engine: TestEngine,
    _ folder: String,
    _ database: any SQLDatabase,
    _ openLogs: Int,
    _ isSecure: Bool,
    _ pace: ChangeFeedConfiguration,
    _ change: @escaping @Sendable (inout ServerDependencies) -> Void,
    _ body: (ServedHousehold) async throws -> Void
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
      sentFiles: isShared ? UploadedFiles.shared(in: database) : nil,
      openLogs: openLogs
    )
    let make = { (host: String) in
      var dependencies = ServerDependencies.scratch(host, environment, isSecure)
      change(&dependencies)
      return Server(accountService, dependencies: dependencies, pace: pace)
    }
    try await ResponseFinalizer.run(way, make) {
      let served = ServedHousehold(
        accountService: accountService,
        accounts: accounts,
        logs: logs,
        clock: clock,
        door: $0
      )
      try await body(served)
    }
  }

  /// Makes an account.
  @discardableResult
  func add(_ name: String) async throws -> Account {
    try await accountService.add(name, password: Self.password, zone: "Europe/Berlin")
  }

  /// A browser in which someone is signed in.
  func browser(of name: String) async throws -> Browser {
    var browser = Browser(door: door)
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

/// The logs of accounts, as files of a server in a scratch folder.
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

/// The logs of accounts in the database that the tests of this process share.
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
    PublicSessions(server.shown(of: id.record.high, id.record.low))
  }

  func showing(among ids: [Identifier<Account>]) async throws -> Set<Identifier<Account>>? {
    try await PublicSessions(server.showing).showing(among: ids)
  }

  /// Nothing: the rows go with the server of the process.
  func remove(_ id: Identifier<Account>) async throws {}
}

/// The log of an account in that database.
struct PostgresScratchLog: OpenLog {
  let log: Log
  var folder: any LogFolder { MemoryFolder() }

  func backUp() async throws -> Bool { false }
  func copy() async throws -> [UInt8] { [] }
  func restore(_ file: [UInt8]) async throws -> Int { 0 }
}

/// The log of an account in a scratch folder; what is restored is known by its first bytes only.
struct ScratchAccountLog: OpenLog {
  let log: Log
  let database: SQLiteDatabase
  let path: String
  var folder: any LogFolder { MemoryFolder() }
  var diskBytes: Int64? { 1_000_000 }

  func backUp() async throws -> Bool {
    try await database.backup(to: path)
    return true
  }

  func copy() async throws -> [UInt8] {
    try await database.backup(to: path)
    return try bytes(of: path)
  }

  func restore(_ file: [UInt8]) async throws -> Int {
    guard file.starts(with: Array("SQLite format 3".utf8)) else {
      throw CairnError("input.not_a_log", "The file is no log of Cairn.")
    }
    try write(file, to: path)
    try await database.restore(from: path)
    return 0
  }
}

/// What a browser does: it keeps cookies, sends them, and says which page it comes from.
struct Browser: Sendable {
  let door: ResponseFinalizer
  var isSecure = false
  private(set) var cookies: [String: String] = [:]

  init(door: ResponseFinalizer, isSecure: Bool = false) {
    (self.door, self.isSecure) = (door, isSecure)
  }

  private var fields: [(String, String)] {
    let pairs = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
    let origin = (isSecure ? "https://" : "http://") + door.host
    return [("origin", origin), ("sec-fetch-site", "same-origin")]
      + (pairs.isEmpty ? [] : [("cookie", pairs)])
  }

  mutating func get(_ target: String) async throws -> HTTPResponse {
    keep(try await door.ask(.get, target, fields))
  }

  mutating func submit(_ target: String, _ form: String) async throws -> HTTPResponse {
    let type = "application/x-www-form-urlencoded"
    return keep(try await door.ask(.post, target, form, type: type, fields))
  }

  mutating func post(_ target: String, _ json: String = "") async throws -> HTTPResponse {
    let type = json.isEmpty ? nil : "application/json"
    return keep(try await door.ask(.post, target, json, type: type, fields))
  }

  mutating func patch(_ target: String, _ json: String) async throws -> HTTPResponse {
    keep(try await door.ask(.patch, target, json, type: "application/json", fields))
  }

  mutating func put(_ target: String, _ file: [UInt8]) async throws -> HTTPResponse {
    try await send(.put, target, file, type: "application/vnd.sqlite3")
  }

  /// Sends a form with a file.
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
    for (name, value) in fields + [("host", door.host), ("content-type", type)] {
      request.fields.append(name, value)
    }
    return keep(try await door.ask(request))
  }

  mutating func delete(_ target: String) async throws -> HTTPResponse {
    keep(try await door.ask(.delete, target, fields))
  }

  private mutating func keep(_ response: HTTPResponse) -> HTTPResponse {
    for line in response.fields.lines where line.name == "set-cookie" {
      let pair = line.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
      let isGone = line.value.contains("Max-Age=0")
      cookies[String(pair[0])] = isGone || pair.count < 2 ? nil : String(pair[1])
    }
    return response
  }
}

extension HTTPResponse {
  /// The line that sets the cookie with the pass of a browser.
  var passCookie: String? {
    fields.lines.first { $0.name == "set-cookie" && !$0.value.contains("-device=") }?.value
  }
}
