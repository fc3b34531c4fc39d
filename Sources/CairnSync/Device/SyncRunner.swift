import Cairn
public import CairnStore

/// A request of a device to its server.
public struct SyncRequest: Sendable, Equatable {
  /// The path relative to the server's URL, such as `/api/v1/sync/pull`.
  public let path: String
  /// The body of a POST; nil for a GET.
  public let body: [UInt8]?
  /// The maximum size of the response body, in bytes.
  public let limit: Int
}

/// A response of the server.
public struct SyncResponse: Sendable, Equatable {
  /// The HTTP status.
  public let status: Int
  /// The body.
  public let body: [UInt8]
  /// The `Retry-After` delay in seconds (RFC 9110, 10.2.3), or nil.
  public let retryAfter: Int64?

  /// Creates a response.
  public init(status: Int, body: [UInt8], retryAfter: Int64? = nil) {
    (self.status, self.body, self.retryAfter) = (status, body, retryAfter)
  }
}

/// Sends one request; after an error it is unknown whether the server processed it.
public typealias SyncTransport = @Sendable (SyncRequest) async throws -> SyncResponse

/// The result of a sync run.
public struct SyncOutcome: Sendable, Equatable {
  /// The number of mutations sent and accepted.
  public internal(set) var sent = 0
  /// The number of records changed here.
  public internal(set) var received = 0
  /// The number of mutations that the server rejected.
  public internal(set) var refused = 0
  /// Whether a full comparison was made.
  public internal(set) var didFullComparison = false
}

/// The progress of a sync run.
public enum SyncProgress: Sendable, Equatable {
  /// The number of mutations still to send.
  case sending(remaining: Int)
  /// The number of records fetched, including unchanged ones.
  case receiving(Int)
}

/// Synchronizes a log with the server it follows (spec/sync.md 3).
///
/// Pushes queued mutations, pulls changes, and ends when both sides match. It can be interrupted at any point and run
/// again. Only one run per log may be active.
public struct SyncRunner: Sendable {
  private let log: Log
  private let transport: SyncTransport
  private let progress: @Sendable (SyncProgress) -> Void
  private let allowsLogMerge: Bool
  private let forcesFullComparison: Bool

  /// The maximum number of mutations per push.
  static let pushLimit = 200
  /// The number of full comparisons after which a run fails.
  static let compareLimit = 3

  /// Creates a run.
  ///
  /// A log follows one log of a server. `allowsLogMerge` allows a merge with a different one, which cannot be undone.
  public init(
    _ log: Log,
    allowsLogMerge: Bool = false,
    forcesFullComparison: Bool = false,
    progress: @escaping @Sendable (SyncProgress) -> Void = { _ in },
    transport: @escaping SyncTransport
  ) {
    (self.log, self.transport, self.progress) = (log, transport, progress)
    (self.allowsLogMerge, self.forcesFullComparison) = (allowsLogMerge, forcesFullComparison)
  }

  /// Runs until both sides match.
  ///
  /// Throws the errors of the transport, `sync.wrong_log` if the server has another log than the followed one,
  /// `sync.server_error` and others for error responses, and storage errors. Progress up to the error is kept.
  public func run() async throws -> SyncOutcome {
    var outcome = SyncOutcome()
    var attemptsLeft = Self.compareLimit
    try await begin(&outcome)
    while true {
      do {
        if try await round(&outcome) { return outcome }
      } catch is EpochMismatch {
        attemptsLeft -= 1
        guard attemptsLeft > 0 else { throw CairnError.unstableEpoch }
        try await startFullComparison(&outcome)
      }
    }
  }

  /// Returns whether the server has changes to pull; sends one request.
  ///
  /// Throws the errors of ``run()``.
  public func hasRemoteChanges() async throws -> Bool {
    let (head, cursor) = (try await hello(), try await log.syncState().cursor)
    return cursor?.epoch != head.epoch || cursor?.records != head.head
  }

  /// Waits up to 15 s for the server to report a change; returns whether there are changes to pull.
  ///
  /// Throws the errors of ``run()``.
  public func waitForRemoteChanges() async throws -> Bool {
    let known = try await log.syncState().cursor?.records ?? 0
    let call = SyncRequest(
      path: "/api/v1/changes?since=\(known)&once=true",
      body: nil,
      limit: SyncProtocol.responseLimit
    )
    let reply = try await transport(call)
    guard reply.status == 200 else { throw Self.refusal(reply) }
    return try await hasRemoteChanges()
  }

  /// Pushes, pulls, and resends what the server lost; returns whether nothing is left to do.
  private func round(_ outcome: inout SyncOutcome) async throws -> Bool {
    try await push(&outcome)
    let result = try await pull(&outcome)
    if result.needsFullComparison { throw EpochMismatch(RecordID(high: 0, low: 0)) }
    if try await resend() { return false }
    return try await log.nextPush(limit: 1) == nil
  }

  private func begin(_ outcome: inout SyncOutcome) async throws {
    let head = try await hello()
    try await log.beginChecksum()
    guard try await log.syncState().cursor?.epoch != head.epoch || forcesFullComparison else {
      return
    }
    try await log.startFullComparison(head)
    outcome.didFullComparison = true
  }

  private func startFullComparison(_ outcome: inout SyncOutcome) async throws {
    try await log.startFullComparison(hello())
    outcome.didFullComparison = true
  }

  private func hello() async throws -> SyncHead {
    let head = try SyncHead(await fetch("hello", nil))
    guard let followed = try await log.syncState().followed, followed.log != head.log,
      !allowsLogMerge
    else {
      return head
    }
    throw CairnError.otherLog(followed, RemoteLog(head.log, account: head.account))
  }

  private func push(_ outcome: inout SyncOutcome) async throws {
    while var push = try await log.nextPush(limit: Self.pushLimit) {
      progress(.sending(remaining: try await log.syncState().queued))
      let results = try await send(&push)
      outcome.sent += results.count
      for case .refused in results.map(\.outcome) { outcome.refused += 1 }
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
    let results = try PushResults(await sendFitting(&push)).results
    guard results.map(\.id) == push.mutations.map(\.mutation.id) else {
      throw CairnError.mismatchedResults
    }
    try await log.record(results, of: push)
    return results
  }

  /// Halves the request each time the server or a proxy rejects it as too large (spec/sync.md 3.2).
  private func sendFitting(_ push: inout SyncPush) async throws -> [UInt8] {
    var limit = SyncProtocol.byteLimit
    while true {
      let body = push.encode(limit: limit)
      let reply = try await reply("push", body)
      guard reply.status == 413 else { return try Self.checkedBody(reply) }
      guard push.isDivisible else { throw CairnError.tooLarge(body.count) }
      limit = min(limit, body.count) / 2
    }
  }

  private func pull(_ outcome: inout SyncOutcome) async throws -> PullResult {
    var (lastConfirm, fetched): ([RecordID]?, Int) = (nil, 0)
    while true {
      guard let pull = try await log.nextPull() else { throw CairnError.notFollowing }
      let page = try SyncPage(await fetch("pull", pull.encode()))
      guard !page.hasMore || page.isAfter(pull) else { throw CairnError.cursorNotAdvancing }
      let result = try await log.applyPull(
        page,
        of: pull,
        isFullyCompared: outcome.didFullComparison
      )
      outcome.received += result.changed
      fetched += page.records.count
      progress(.receiving(fetched))
      if result.needsFullComparison { return result }
      guard result.isHead else { continue }
      if try await log.nextPull()?.confirm.isEmpty ?? true { return result }
      guard pull.confirm != lastConfirm else { throw CairnError.unconfirmed }
      lastConfirm = pull.confirm
    }
  }

  private func fetch(_ name: String, _ body: [UInt8]?) async throws -> [UInt8] {
    try Self.checkedBody(await reply(name, body))
  }

  private func reply(_ name: String, _ body: [UInt8]?) async throws -> SyncResponse {
    let path = "/api/v1/sync/\(name)"
    return try await transport(
      SyncRequest(path: path, body: body, limit: SyncProtocol.responseLimit)
    )
  }

  private static func checkedBody(_ reply: SyncResponse) throws -> [UInt8] {
    guard reply.status == 200 else { throw refusal(reply) }
    guard reply.body.first == UInt8(ascii: "{") else {
      throw CairnError.notCairnServer(reply.status)
    }
    return reply.body
  }

  private static func refusal(_ reply: SyncResponse) -> any Error {
    let problem = try? JSON(parsing: reply.body)
    let code: String? = if case .string(let code) = problem?["code"] { code } else { nil }
    if code == "sync.epoch_mismatch" { return EpochMismatch(RecordID(high: 0, low: 0)) }
    let text: String? = if case .string(let detail) = problem?["detail"] { detail } else { nil }
    // Every error of a Cairn server has a code; a proxy may answer for a busy server without one.
    guard code != nil || [404, 429, 503, 507].contains(reply.status) else {
      return CairnError.notCairnServer(reply.status)
    }
    return CairnError.responseError(reply, code, text)
  }
}

extension RemoteLog {
  fileprivate var text: String {
    let id = "the log \(log.text.suffix(6))"
    return account.map { "the log of “\($0)” (\(id))" } ?? id
  }
}

extension SyncPage {
  /// Whether it advances the cursor of the request.
  fileprivate func isAfter(_ pull: SyncPull) -> Bool {
    (nextRecord, nextMutation) != (pull.records, pull.mutations)
  }
}

extension CairnError {
  fileprivate static var unstableEpoch: CairnError {
    CairnError(
      "sync.unstable_epoch",
      "The server's log was replaced repeatedly during the comparison.",
      hint: "Try again later. Nothing is lost: unsent changes are kept."
    )
  }

  fileprivate static var notFollowing: CairnError {
    CairnError(
      "sync.not_set_up",
      "This log no longer syncs with a server.",
      hint: "Set one up with `cairn sync setup URL`."
    )
  }

  fileprivate static func otherLog(_ before: RemoteLog, _ now: RemoteLog) -> CairnError {
    CairnError(
      "sync.wrong_log",
      "This log syncs with \(before.text), but this server and token belong to \(now.text).",
      hint: "Check the URL and the token. To merge both logs for good, run "
        + "`cairn sync setup URL --yes`. Nothing was sent."
    )
  }

  fileprivate static var mismatchedResults: CairnError {
    CairnError(
      "sync.malformed",
      "The server's response does not match the changes that were sent.",
      hint: "Update Cairn on this device and the server."
    )
  }

  fileprivate static var unconfirmed: CairnError {
    CairnError(
      "sync.malformed",
      "The server lost changes that it had confirmed.",
      hint: "Update Cairn on this device and the server. Nothing is lost: unsent changes are kept."
    )
  }

  fileprivate static var cursorNotAdvancing: CairnError {
    CairnError(
      "sync.malformed",
      "The server announced more changes but sent none.",
      hint:
        "Check for a proxy that caches responses. Nothing is lost: unsent changes are kept."
    )
  }

  fileprivate static func tooLarge(_ bytes: Int) -> CairnError {
    CairnError(
      "sync.too_large",
      "One change has \(bytes) bytes, more than a proxy of the server accepts (status 413).",
      hint:
        "Allow 64 MiB below /api/v1/sync, as in Packaging/nginx.conf. Unsent changes are kept."
    )
  }

  fileprivate static func notCairnServer(_ status: Int) -> CairnError {
    CairnError(
      "remote.not_cairn",
      "The response is not from a Cairn server (status \(status)).",
      hint: "Sign in to the network in a browser first, or check for a proxy in the "
        + "way. Nothing is lost: unsent changes are kept."
    )
  }

  fileprivate static func responseError(
    _ reply: SyncResponse,
    _ code: String?,
    _ text: String?
  ) -> CairnError {
    let (status, detail) = (reply.status, text.map { ": \($0)" } ?? ".")
    switch status {
    case 401, 403:
      let action = status == 401 ? "did not accept the token" : "denied access"
      return CairnError(
        "sync.signed_out",
        "The server \(action)\(detail)",
        hint:
          "Create a token on its page Account, and run `cairn sync setup URL` again. Unsent "
          + "changes are kept, even if the account was deleted."
      )
    case 404:
      return CairnError(
        "sync.no_server",
        "There is no Cairn server at that address\(detail)",
        hint: "Check the URL, including its path."
      )
    case 429, 503, 507:
      return CairnError(
        "sync.retry_later",
        "The server is unavailable (status \(status))\(detail)",
        hint:
          "Try again \(reply.retryAfter.map { "in \($0) s" } ?? "later"). Unsent changes are kept."
      )
    default:
      return CairnError(
        "sync.server_error",
        "The server responded with status \(status)\(code.map { ", \($0)" } ?? "")\(detail)",
        hint: "Check the log of the server. Nothing is lost: unsent changes are kept."
      )
    }
  }
}
