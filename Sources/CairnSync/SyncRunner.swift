import Cairn
public import CairnStore

/// Something a device asks of its server.
public struct SyncRequest: Sendable, Equatable {
  /// The path below the address of the server, such as `/api/v1/sync/pull`.
  public let path: String
  /// What is sent; nil for what is only asked for.
  public let body: [UInt8]?
  /// The most bytes that the answer may have.
  public let limit: Int
}

/// What the server answered.
public struct SyncResponse: Sendable, Equatable {
  /// The status of HTTP.
  public let status: Int
  /// The body.
  public let body: [UInt8]
  /// In how many seconds to ask again, as `Retry-After` says it (RFC 9110, 10.2.3); nil without one.
  public let retryAfter: Int64?

  /// Makes a reply.
  public init(status: Int, body: [UInt8], retryAfter: Int64? = nil) {
    (self.status, self.body, self.retryAfter) = (status, body, retryAfter)
  }
}

/// Asks the server once; throws when there is no answer, and nothing is known of what was sent.
public typealias SyncTransport = @Sendable (SyncRequest) async throws -> SyncResponse

/// What a run brought.
public struct SyncOutcome: Sendable, Equatable {
  /// Mutations that were sent and taken.
  public internal(set) var sent = 0
  /// Records that changed here.
  public internal(set) var received = 0
  /// Mutations that the server refused.
  public internal(set) var refused = 0
  /// Whether everything was compared anew.
  public internal(set) var comparedAnew = false
}

/// How far a run has come.
public enum SyncProgress: Sendable, Equatable {
  /// So many mutations wait to be sent.
  case sending(left: Int)
  /// So many records were fetched, those included that are here already.
  case receiving(Int)
}

/// Brings a log and the server it follows into agreement (spec/sync.md 3).
///
/// Sends what waits, takes over what the server has, and ends when both hold the same. It may be
/// killed at any moment and run again. One at a time may run for a log.
public struct SyncRunner: Sendable {
  private let log: Log
  private let transport: SyncTransport
  private let progress: @Sendable (SyncProgress) -> Void
  private let joins: Bool
  private let anew: Bool

  /// The most mutations that are sent at once.
  static let pushLimit = 200
  /// How often one run compares everything anew before it gives up.
  static let compareLimit = 3

  /// Prepares a run.
  ///
  /// A log follows one log on a server. With `joins` it may come together with another one than
  /// before, which nothing can undo; with `anew` everything is compared.
  public init(
    _ log: Log,
    joins: Bool = false,
    anew: Bool = false,
    progress: @escaping @Sendable (SyncProgress) -> Void = { _ in },
    transport: @escaping SyncTransport
  ) {
    (self.log, self.transport, self.progress) = (log, transport, progress)
    (self.joins, self.anew) = (joins, anew)
  }

  /// Runs until both agree.
  ///
  /// Throws what the transport throws, `sync.other_log` when the server has another log than the one
  /// that was followed, `sync.refused` and its like for what the server answers, and
  /// storage errors. Whatever was done until then stays done.
  public func run() async throws -> SyncOutcome {
    var outcome = SyncOutcome()
    var left = Self.compareLimit
    try await begin(&outcome)
    while true {
      do {
        if try await round(&outcome) { return outcome }
      } catch is EpochMismatch {
        left -= 1
        guard left > 0 else { throw CairnError.restless }
        try await compareAnew(&outcome)
      }
    }
  }

  /// Whether the server has something that was not fetched yet; asks it once.
  ///
  /// Throws like ``run()``.
  public func hasNews() async throws -> Bool {
    let (head, place) = (try await hello(), try await log.syncState().place)
    return place?.epoch != head.epoch || place?.records != head.head
  }

  /// Waits until the server says that something changed there, a quarter of a minute at most; whether
  /// there is something to fetch then.
  ///
  /// Throws like ``run()``.
  public func waitForNews() async throws -> Bool {
    let known = try await log.syncState().place?.records ?? 0
    let call = SyncRequest(
      path: "/api/v1/changes?since=\(known)&once=true",
      body: nil,
      limit: SyncProtocol.answerLimit
    )
    let reply = try await transport(call)
    guard reply.status == 200 else { throw Self.refusal(reply) }
    return try await hasNews()
  }

  /// Sends, fetches, and sends what the server lacks; true when nothing is left to do.
  private func round(_ outcome: inout SyncOutcome) async throws -> Bool {
    try await push(&outcome)
    let taken = try await pull(&outcome)
    if taken.mustCompare { throw EpochMismatch(RecordID(high: 0, low: 0)) }
    if try await resend() { return false }
    return try await log.nextPush(limit: 1) == nil
  }

  private func begin(_ outcome: inout SyncOutcome) async throws {
    let head = try await hello()
    try await log.beginChecksum()
    guard try await log.syncState().place?.epoch != head.epoch || anew else { return }
    try await log.compareAnew(head)
    outcome.comparedAnew = true
  }

  private func compareAnew(_ outcome: inout SyncOutcome) async throws {
    try await log.compareAnew(hello())
    outcome.comparedAnew = true
  }

  private func hello() async throws -> SyncHead {
    let head = try SyncHead(await ask("hello", nil))
    guard let followed = try await log.syncState().followed, followed.log != head.log, !joins else {
      return head
    }
    throw CairnError.otherLog(followed, FollowedLog(head.log, account: head.account))
  }

  private func push(_ outcome: inout SyncOutcome) async throws {
    while var push = try await log.nextPush(limit: Self.pushLimit) {
      progress(.sending(left: try await log.syncState().queued))
      let verdicts = try await send(&push)
      outcome.sent += verdicts.count
      for case .refused in verdicts.map(\.outcome) { outcome.refused += 1 }
    }
  }

  private func resend() async throws -> Bool {
    var hasSent = false
    while var push = try await log.nextResend(limit: Self.pushLimit) {
      _ = try await send(&push)
      hasSent = true
    }
    return hasSent
  }

  private func send(_ push: inout SyncPush) async throws -> [PushResult] {
    let verdicts = try PushResults(await sendFitting(&push)).verdicts
    guard verdicts.map(\.id) == push.lines.map(\.mutation.id) else { throw CairnError.confused }
    try await log.note(verdicts, of: push)
    return verdicts
  }

  /// Sends half as much each time that something on the way refuses it as too large (spec/sync.md 3.2).
  private func sendFitting(_ push: inout SyncPush) async throws -> [UInt8] {
    var limit = SyncProtocol.byteLimit
    while true {
      let body = push.encode(limit: limit)
      let reply = try await reply("push", body)
      guard reply.status == 413 else { return try Self.answer(reply) }
      guard push.isDivisible else { throw CairnError.tooLarge(body.count) }
      limit = min(limit, body.count) / 2
    }
  }

  private func pull(_ outcome: inout SyncOutcome) async throws -> PullResult {
    var (asked, fetched): ([RecordID]?, Int) = (nil, 0)
    while true {
      guard let pull = try await log.nextPull() else { throw CairnError.unfollowed }
      let page = try SyncPage(await ask("pull", pull.encode()))
      guard !page.hasMore || page.isAfter(pull) else { throw CairnError.stuck }
      let taken = try await log.applyPull(page, of: pull, hasCompared: outcome.comparedAnew)
      outcome.received += taken.changed
      fetched += page.records.count
      progress(.receiving(fetched))
      if taken.mustCompare { return taken }
      guard taken.isHead else { continue }
      if try await log.nextPull()?.confirm.isEmpty ?? true { return taken }
      guard pull.confirm != asked else { throw CairnError.silent }
      asked = pull.confirm
    }
  }

  private func ask(_ name: String, _ body: [UInt8]?) async throws -> [UInt8] {
    try Self.answer(await reply(name, body))
  }

  private func reply(_ name: String, _ body: [UInt8]?) async throws -> SyncResponse {
    let path = "/api/v1/sync/\(name)"
    return try await transport(
      SyncRequest(path: path, body: body, limit: SyncProtocol.answerLimit)
    )
  }

  private static func answer(_ reply: SyncResponse) throws -> [UInt8] {
    guard reply.status == 200 else { throw refusal(reply) }
    guard reply.body.first == UInt8(ascii: "{") else { throw CairnError.stranger(reply.status) }
    return reply.body
  }

  private static func refusal(_ reply: SyncResponse) -> any Error {
    let problem = try? JSON(parsing: reply.body)
    let code: String? = if case .string(let code) = problem?["code"] { code } else { nil }
    if code == "sync.other_epoch" { return EpochMismatch(RecordID(high: 0, low: 0)) }
    let words: String? = if case .string(let detail) = problem?["detail"] { detail } else { nil }
    // Every refusal of a Cairn server has a code; one that is busy may be answered for by a proxy.
    guard code != nil || [404, 429, 503, 507].contains(reply.status) else {
      return CairnError.stranger(reply.status)
    }
    return CairnError.answered(reply, code, words)
  }
}

extension FollowedLog {
  fileprivate var words: String {
    let id = "the log \(log.text.suffix(6))"
    return account.map { "that of “\($0)” (\(id))" } ?? id
  }
}

extension SyncPage {
  /// Whether it leads to another place than the one it was asked from.
  fileprivate func isAfter(_ pull: SyncPull) -> Bool {
    (nextRecord, nextLine) != (pull.records, pull.lines)
  }
}

extension CairnError {
  fileprivate static var restless: CairnError {
    CairnError(
      "sync.restless",
      "The server changed its timeline again and again while everything was compared.",
      hint: "Try again later. Nothing is lost: what waits goes on waiting."
    )
  }

  fileprivate static var unfollowed: CairnError {
    CairnError(
      "sync.not_set_up",
      "This log follows no server any more.",
      hint: "Name one with `cairn sync setup URL`."
    )
  }

  fileprivate static func otherLog(_ before: FollowedLog, _ now: FollowedLog) -> CairnError {
    CairnError(
      "sync.other_log",
      "This log was in sync with \(before.words) so far, and that server and token lead to \(now.words).",
      hint: "Nothing was sent. Check address and token; to bring both logs together for good, run "
        + "`cairn sync setup URL --yes`."
    )
  }

  fileprivate static var confused: CairnError {
    CairnError(
      "sync.malformed",
      "The server answered for other mutations than those that were sent.",
      hint: "Check that both sides run a current version of Cairn."
    )
  }

  fileprivate static var silent: CairnError {
    CairnError(
      "sync.malformed",
      "The server neither has what it took in nor says that it lost it.",
      hint: "Nothing is lost: what waits goes on waiting. Check that both sides are up to date."
    )
  }

  fileprivate static var stuck: CairnError {
    CairnError(
      "sync.malformed",
      "The server says that there is more, and gives nothing of it.",
      hint:
        "Something on the way may keep old answers. Nothing is lost: what waits goes on waiting."
    )
  }

  fileprivate static func tooLarge(_ bytes: Int) -> CairnError {
    CairnError(
      "sync.too_large",
      "One change has \(bytes) bytes, more than what stands before the server takes (status 413).",
      hint:
        "Have it take 64 MiB below /api/v1/sync, as Packaging/nginx.conf has it; what waits goes on waiting."
    )
  }

  fileprivate static func stranger(_ status: Int) -> CairnError {
    CairnError(
      "remote.stranger",
      "Something else than a Cairn server answered, with status \(status).",
      hint: "A network may ask to sign in first, on any page in a browser; or a proxy is in the "
        + "way. Nothing is lost: what waits goes on waiting."
    )
  }

  fileprivate static func answered(
    _ reply: SyncResponse,
    _ code: String?,
    _ words: String?
  ) -> CairnError {
    let (status, said) = (reply.status, words.map { ": \($0)" } ?? ".")
    switch status {
    case 401, 403:
      let does = status == 401 ? "asks for a token that it knows" : "does not let this device in"
      return CairnError(
        "sync.signed_out",
        "The server \(does)\(said)",
        hint:
          "Make a token there, on its page Account, and run `cairn sync setup URL` once more; what "
          + "waits goes on waiting. If that account is no more: all that is here stays here."
      )
    case 404:
      return CairnError(
        "sync.no_server",
        "There is no Cairn server at that address\(said)",
        hint: "Check the address, with the path below which the server lies."
      )
    case 429, 503, 507:
      return CairnError(
        "sync.later",
        "The server cannot take it now (status \(status))\(said)",
        hint:
          "Try again \(reply.retryAfter.map { "in \($0) s" } ?? "later"); what waits goes on waiting."
      )
    default:
      return CairnError(
        "sync.refused",
        "The server answered with status \(status)\(code.map { ", \($0)" } ?? "")\(said)",
        hint: "Nothing is lost: what waits goes on waiting. Look at what the server logged."
      )
    }
  }
}
