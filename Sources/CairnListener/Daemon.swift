import CMicrohttpd
import CairnHTTP
import Glibc

/// The libmicrohttpd daemon on an event loop: its connections, their requests and timeouts.
///
/// Everything but `loop` is used only on the loop's thread, which replaces a lock.
final class Daemon: @unchecked Sendable {
  let loop: EventLoop
  let limits: ListenerLimits
  private let open: ConnectionCount
  private let admit: Listener.Admitter
  private let respond: Listener.Responder
  private let refusal: Listener.ErrorResponder
  private var handle: OpaquePointer?
  private(set) var connections: [OpaquePointer: Connection] = [:]
  private var count = 0
  /// The number of tasks that are producing a response or its parts.
  var responding = 0
  private var nextSweep = ContinuousClock.now
  private(set) var drainEnd: ContinuousClock.Instant?

  init(
    _ loop: EventLoop,
    _ limits: ListenerLimits,
    _ open: ConnectionCount,
    _ admit: @escaping Listener.Admitter,
    _ respond: @escaping Listener.Responder,
    _ refusal: @escaping Listener.ErrorResponder
  ) {
    (self.loop, self.limits, self.open, self.admit) = (loop, limits, open, admit)
    (self.respond, self.refusal) = (respond, refusal)
  }

  /// Serves until drained; called once, on the loop's thread.
  func serve(_ socket: Int32) {
    handle = cairn_mhd_start(socket, libraryLimits, callbacks)
    guard let handle else {
      close(socket)
      return
    }
    let descriptor = cairn_mhd_epoll(handle)
    while !isDrained {
      loop.runSteps()
      _ = cairn_mhd_run(handle)
      sweep()
      loop.sleep(on: descriptor, milliseconds: sleepMilliseconds(handle))
    }
    cairn_mhd_stop(handle)
  }

  private var libraryLimits: cairn_mhd_limits {
    cairn_mhd_limits(
      connections: UInt32(limits.connections),
      connections_per_address: UInt32(limits.connectionsPerAddress),
      idle_seconds: UInt32(limits.responseTime.components.seconds),
      memory: limits.memory
    )
  }

  private var callbacks: cairn_mhd_callbacks {
    cairn_mhd_callbacks(
      context: Unmanaged.passUnretained(self).toOpaque(),
      access: requestAdvanced,
      target: targetRead,
      completed: requestEnded,
      connection: connectionChanged
    )
  }

  /// Returns how long the loop may sleep, in milliseconds.
  private func sleepMilliseconds(_ handle: OpaquePointer) -> Int32 {
    var timeout: UInt64 = 0
    let library = cairn_mhd_timeout(handle, &timeout) == .YES ? timeout : 60_000
    let own = connections.isEmpty && drainEnd == nil ? 60_000 : sweepMilliseconds
    return Int32(min(library, own, 60_000))
  }
}

// MARK: - Requests

extension Daemon {
  func connected(_ handle: OpaquePointer) {
    connections[handle] = Connection(handle, deadline: .now + limits.headTime)
    open.now = connections.count
  }

  func disconnected(_ handle: OpaquePointer) {
    connections[handle] = nil
    open.now = connections.count
  }

  func begin(_ handle: OpaquePointer, target: String) {
    guard let connection = connections[handle] else { return }
    count += 1
    connection.exchange = Exchange(
      number: count,
      target: target,
      address: connection.address,
      limits
    )
  }

  func end(_ handle: OpaquePointer) {
    guard let connection = connections[handle] else { return }
    connection.exchange = nil
    connection.deadline = .now + limits.keepAliveTime
    if drainEnd != nil { connection.shutDown() }
  }

  /// Advances a request by one step; returns false to close the connection.
  func advance(_ handle: OpaquePointer, method: String, _ part: UnsafeRawBufferPointer) -> Bool {
    guard let connection = connections[handle], let exchange = connection.exchange
    else { return false }
    switch exchange.stage {
    case .head: return handleHead(exchange, connection, method)
    case .admission: return handleAdmission(exchange, connection)
    case .body where !part.isEmpty: return receiveBody(part, exchange)
    case .body: return answer(exchange, connection)
    case .responding: return exchange.response.map { send($0, exchange, connection) } ?? false
    case .responded: return true
    }
  }

  private func handleHead(_ exchange: Exchange, _ connection: Connection, _ method: String) -> Bool
  {
    let head = HeaderValidator(connection.handle, target: exchange.request.target, limits)
    exchange.request.method = HTTPMethod(method)
    exchange.request.fields = head.fields
    if let problem = head.problem { return refuse(problem, exchange, connection) }
    if let length = HeaderValidator.bodyLength(head.fields) {
      exchange.limit = min(exchange.limit, length)
    }
    guard exchange.limit > limits.anonymousBodyBytes else { return beginBody(exchange, connection) }
    requestAdmission(exchange, connection)
    return exchange.isSuspended ? true : handleAdmission(exchange, connection)
  }

  private func beginBody(_ exchange: Exchange, _ connection: Connection) -> Bool {
    exchange.stage = .body
    connection.deadline = .now + limits.bodyTime(bytes: exchange.limit)
    return true
  }

  /// Asks whether a long body is accepted; suspends the connection until then.
  private func requestAdmission(_ exchange: Exchange, _ connection: Connection) {
    let (request, number) = (exchange.request, exchange.number)
    let pointer = UInt(bitPattern: connection.handle)
    exchange.stage = .admission
    connection.deadline = nil
    responding += 1
    exchange.task = Task.immediate(executorPreference: loop) { [self] in
      let admission = await admit(request)
      responding -= 1
      guard let (exchange, handle) = waitingRequest(number, at: pointer) else { return }
      exchange.admission = admission
      wake(exchange, handle)
    }
    if exchange.admission == nil { suspend(exchange, connection) }
  }

  /// Continues once the decision on a long body is made.
  private func handleAdmission(_ exchange: Exchange, _ connection: Connection) -> Bool {
    if let response = exchange.response { return end(response, exchange, connection) }
    switch exchange.admission {
    case .accepted(let owner): return acceptLongBody(of: owner, exchange, connection)
    case .limited: return acceptShortBody(exchange, connection)
    case .refused(let response): return end(response, exchange, connection)
    case nil: return true
    }
  }

  private func acceptShortBody(_ exchange: Exchange, _ connection: Connection) -> Bool {
    let bodyLimit = limits.anonymousBodyBytes
    guard HeaderValidator.bodyLength(exchange.request.fields) ?? 0 <= bodyLimit else {
      return refuse(.bodyTooLarge(bodyLimit), exchange, connection)
    }
    exchange.limit = bodyLimit
    return beginBody(exchange, connection)
  }

  private func acceptLongBody(
    of owner: String,
    _ exchange: Exchange,
    _ connection: Connection
  ) -> Bool {
    let others = connections.values.compactMap(\.exchange).filter { $0.reserved > 0 }
    let isLarge = exchange.limit > limits.bodyBytes
    if isLarge, others.contains(where: { $0.owner == owner && $0.reserved > limits.bodyBytes }) {
      return refuse(.anotherFile, exchange, connection)
    }
    let reservedBytes = others.reduce(0) { $0 + $1.reserved }
    let own = others.filter { $0.owner == owner }.reduce(0) { $0 + $1.reserved }
    guard reservedBytes + exchange.limit <= limits.bytesInFlight,
      own + exchange.limit <= limits.fileBytes + 8 * limits.bodyBytes
    else {
      return refuse(.tooManyBytes, exchange, connection)
    }
    (exchange.owner, exchange.reserved) = (owner, exchange.limit)
    return beginBody(exchange, connection)
  }

  /// Appends a part of the body; bytes beyond the limit are only counted, up to four times it.
  private func receiveBody(_ part: UnsafeRawBufferPointer, _ exchange: Exchange) -> Bool {
    exchange.bodyBytes += part.count
    if exchange.bodyBytes <= exchange.limit { exchange.request.body += part }
    return exchange.bodyBytes <= 4 * exchange.limit
  }

  /// Runs the handler; suspends the connection if the response is not ready at once.
  private func answer(_ exchange: Exchange, _ connection: Connection) -> Bool {
    if exchange.bodyBytes > exchange.limit {
      return refuse(.bodyTooLarge(exchange.limit), exchange, connection)
    }
    exchange.stage = .responding
    connection.deadline = nil
    startHandler(exchange, connection)
    if let response = exchange.response { return send(response, exchange, connection) }
    suspend(exchange, connection)
    return true
  }

  private func suspend(_ exchange: Exchange, _ connection: Connection) {
    exchange.isSuspended = true
    cairn_mhd_suspend(connection.handle)
  }

  private func startHandler(_ exchange: Exchange, _ connection: Connection) {
    let (request, number) = (exchange.request, exchange.number)
    let pointer = UInt(bitPattern: connection.handle)
    responding += 1
    exchange.task = Task.immediate(executorPreference: loop) { [self] in
      let response = await respond(request)
      responded(response, number, at: pointer)
    }
  }

  private func responded(_ response: HTTPResponse, _ number: Int, at pointer: UInt) {
    responding -= 1
    if let (exchange, handle) = waitingRequest(number, at: pointer) {
      setResponse(exchange, handle, response)
    }
  }

  /// Returns the request with that number if it still waits for a response.
  private func waitingRequest(_ number: Int, at pointer: UInt) -> (Exchange, OpaquePointer)? {
    guard let handle = OpaquePointer(bitPattern: pointer),
      let exchange = connections[handle]?.exchange, exchange.number == number,
      exchange.response == nil
    else { return nil }
    return (exchange, handle)
  }

  /// Stores the response and wakes the suspended connection.
  private func setResponse(_ exchange: Exchange, _ handle: OpaquePointer, _ response: HTTPResponse)
  {
    exchange.response = response
    wake(exchange, handle)
  }

  private func wake(_ exchange: Exchange, _ handle: OpaquePointer) {
    exchange.task = nil
    if exchange.isSuspended { cairn_mhd_resume(handle) }
    exchange.isSuspended = false
  }

  /// Responds with an error without running the handler, and closes the connection.
  private func refuse(_ problem: Problem, _ exchange: Exchange, _ connection: Connection) -> Bool {
    end(refusal(problem, exchange.request), exchange, connection)
  }

  private func end(
    _ response: HTTPResponse,
    _ exchange: Exchange,
    _ connection: Connection
  ) -> Bool {
    var response = response
    response.fields.append("connection", "close")
    return send(response, exchange, connection)
  }
}

// MARK: - Time

extension Daemon {
  /// The milliseconds between two checks of the deadlines; short while draining, as `stop` waits.
  private var sweepMilliseconds: UInt64 {
    if drainEnd != nil { return 20 }
    let (head, body, answer) = (limits.headTime, limits.bodyTime, limits.responseTime)
    let shortest = min(head, limits.keepAliveTime, body, answer, limits.disconnectTimeout)
    return UInt64(min(1_000, max(10, shortest / .milliseconds(4))))
  }

  /// Closes the connections past their deadline.
  private func sweep() {
    let now = ContinuousClock.now
    guard now >= nextSweep else { return }
    nextSweep = now + .milliseconds(sweepMilliseconds)
    for connection in connections.values {
      if let deadline = connection.deadline, deadline < now { connection.shutDown() }
      connection.exchange?.bodyStream?.abortIfDisconnected(now)
      abortIfDisconnected(connection, now)
    }
    if let drainEnd, drainEnd < now { abandon() }
  }

  /// Abandons a read-only request after its client has disconnected; a write always completes.
  private func abortIfDisconnected(_ connection: Connection, _ now: ContinuousClock.Instant) {
    guard let exchange = connection.exchange, exchange.isSuspended,
      limits.isReadOnly(exchange.request), connection.isDisconnected
    else { return }
    let disconnectedAt = exchange.disconnectedAt ?? now
    exchange.disconnectedAt = disconnectedAt
    guard disconnectedAt + limits.disconnectTimeout <= now else { return }
    connection.shutDown()
    cancelResponse(exchange, connection)
  }

  private func cancelResponse(_ exchange: Exchange, _ connection: Connection) {
    exchange.task?.cancel()
    let problem = Problem(
      .unavailable,
      "server.stopping",
      "The server is shutting down.",
      hint: "Try again in a moment."
    )
    setResponse(exchange, connection.handle, problem.response)
  }

  /// Accepts no new connections, closes idle ones, and lets the others finish.
  func drain() {
    guard drainEnd == nil, let handle else { return }
    drainEnd = .now + limits.drainTime
    nextSweep = .now
    let socket = cairn_mhd_quiesce(handle)
    if socket >= 0 { close(socket) }
    for connection in connections.values where connection.exchange == nil { connection.shutDown() }
    for bodyStream in connections.values.compactMap(\.exchange?.bodyStream)
    where bodyStream.parts.isEndless {
      bodyStream.stop()
    }
  }

  /// Whether no connections are left; a cancelled task that does not end is awaited for one second only.
  private var isDrained: Bool {
    guard let drainEnd, connections.isEmpty else { return false }
    return responding == 0 || drainEnd + .seconds(1) < .now
  }

  /// Ends everything that is still running after the drain timeout.
  private func abandon() {
    for connection in connections.values {
      guard let exchange = connection.exchange, exchange.isSuspended else {
        connection.shutDown()
        connection.exchange?.bodyStream?.cancelResponse()
        continue
      }
      cancelResponse(exchange, connection)
    }
  }
}
