import CMicrohttpd
import CairnHTTP
import Glibc

/// The C library at work on one loop: its connections, their requests, and how long they may take.
///
/// Everything but `loop` is touched on the loop's thread alone, which stands in for a lock.
final class Daemon: @unchecked Sendable {
  let loop: EventLoop
  let limits: ListenerLimits
  private let open: ConnectionCount
  private let admit: Listener.Admitter
  private let respond: Listener.Responder
  private let refusal: Listener.Refuser
  private var handle: OpaquePointer?
  private var connections: [OpaquePointer: Connection] = [:]
  private var count = 0
  /// Tasks that work out an answer, or the parts of one.
  var answering = 0
  private var nextSweep = ContinuousClock.now
  private var drainEnd: ContinuousClock.Instant?

  init(
    _ loop: EventLoop,
    _ limits: ListenerLimits,
    _ open: ConnectionCount,
    _ admit: @escaping Listener.Admitter,
    _ respond: @escaping Listener.Responder,
    _ refusal: @escaping Listener.Refuser
  ) {
    (self.loop, self.limits, self.open, self.admit) = (loop, limits, open, admit)
    (self.respond, self.refusal) = (respond, refusal)
  }

  /// Serves until it is drained; called once, on the loop's thread.
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
      loop.sleep(on: descriptor, milliseconds: patience(handle))
    }
    cairn_mhd_stop(handle)
  }

  private var libraryLimits: cairn_mhd_limits {
    cairn_mhd_limits(
      connections: UInt32(limits.connections),
      connections_per_address: UInt32(limits.connectionsPerAddress),
      idle_seconds: UInt32(limits.answerTime.components.seconds),
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

  /// How long there is nothing to do, in milliseconds.
  private func patience(_ handle: OpaquePointer) -> Int32 {
    var wanted: UInt64 = 0
    let library = cairn_mhd_timeout(handle, &wanted) == .YES ? wanted : 60_000
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
    if drainEnd != nil { connection.cut() }
  }

  /// Takes a request one step further; false closes the connection.
  func advance(_ handle: OpaquePointer, method: String, _ part: UnsafeRawBufferPointer) -> Bool {
    guard let connection = connections[handle], let exchange = connection.exchange
    else { return false }
    switch exchange.stage {
    case .head: return takeHead(exchange, connection, method)
    case .admission: return takeAdmission(exchange, connection)
    case .body where !part.isEmpty: return take(part, exchange)
    case .body: return answer(exchange, connection)
    case .answering: return exchange.response.map { send($0, exchange, connection) } ?? false
    case .answered: return true
    }
  }

  private func takeHead(_ exchange: Exchange, _ connection: Connection, _ method: String) -> Bool {
    let head = HeaderValidator(connection.handle, target: exchange.request.target, limits)
    exchange.request.method = HTTPMethod(method)
    exchange.request.fields = head.fields
    if let flaw = head.flaw { return refuse(flaw, exchange, connection) }
    if let length = HeaderValidator.bodyLength(head.fields) {
      exchange.limit = min(exchange.limit, length)
    }
    guard exchange.limit > limits.strangerBodyBytes else { return takeBody(exchange, connection) }
    askAdmission(exchange, connection)
    return exchange.isSuspended ? true : takeAdmission(exchange, connection)
  }

  private func takeBody(_ exchange: Exchange, _ connection: Connection) -> Bool {
    exchange.stage = .body
    connection.deadline = .now + limits.bodyTime(bytes: exchange.limit)
    return true
  }

  /// Asks whether a long body may come; the connection rests meanwhile.
  private func askAdmission(_ exchange: Exchange, _ connection: Connection) {
    let (request, number) = (exchange.request, exchange.number)
    let place = UInt(bitPattern: connection.handle)
    exchange.stage = .admission
    connection.deadline = nil
    answering += 1
    exchange.task = Task.immediate(executorPreference: loop) { [self] in
      let admission = await admit(request)
      answering -= 1
      guard let (exchange, handle) = found(number, at: place) else { return }
      exchange.admission = admission
      wake(exchange, handle)
    }
    if exchange.admission == nil { rest(exchange, connection) }
  }

  /// Goes on once it is known whether a long body may come.
  private func takeAdmission(_ exchange: Exchange, _ connection: Connection) -> Bool {
    if let response = exchange.response { return end(response, exchange, connection) }
    switch exchange.admission {
    case .accepted(let owner): return takeLongBody(of: owner, exchange, connection)
    case .limited: return takeShortBody(exchange, connection)
    case .refused(let response): return end(response, exchange, connection)
    case nil: return true
    }
  }

  private func takeShortBody(_ exchange: Exchange, _ connection: Connection) -> Bool {
    let most = limits.strangerBodyBytes
    guard HeaderValidator.bodyLength(exchange.request.fields) ?? 0 <= most else {
      return refuse(.bodyTooLarge(most), exchange, connection)
    }
    exchange.limit = most
    return takeBody(exchange, connection)
  }

  private func takeLongBody(
    of owner: String,
    _ exchange: Exchange,
    _ connection: Connection
  ) -> Bool {
    let others = connections.values.compactMap(\.exchange).filter { $0.reserved > 0 }
    let isLarge = exchange.limit > limits.bodyBytes
    if isLarge, others.contains(where: { $0.owner == owner && $0.reserved > limits.bodyBytes }) {
      return refuse(.anotherFile, exchange, connection)
    }
    let taken = others.reduce(0) { $0 + $1.reserved }
    let own = others.filter { $0.owner == owner }.reduce(0) { $0 + $1.reserved }
    guard taken + exchange.limit <= limits.bytesInFlight,
      own + exchange.limit <= limits.fileBytes + 8 * limits.bodyBytes
    else {
      return refuse(.tooManyBytes, exchange, connection)
    }
    (exchange.owner, exchange.reserved) = (owner, exchange.limit)
    return takeBody(exchange, connection)
  }

  /// Keeps a part of the body; what comes beyond the limit is only counted, and not for long.
  private func take(_ part: UnsafeRawBufferPointer, _ exchange: Exchange) -> Bool {
    exchange.bodyBytes += part.count
    if exchange.bodyBytes <= exchange.limit { exchange.request.body += part }
    return exchange.bodyBytes <= 4 * exchange.limit
  }

  /// Asks for the answer: at once where nothing has to be waited for, else the connection rests.
  private func answer(_ exchange: Exchange, _ connection: Connection) -> Bool {
    if exchange.bodyBytes > exchange.limit {
      return refuse(.bodyTooLarge(exchange.limit), exchange, connection)
    }
    exchange.stage = .answering
    connection.deadline = nil
    ask(exchange, connection)
    if let response = exchange.response { return send(response, exchange, connection) }
    rest(exchange, connection)
    return true
  }

  private func rest(_ exchange: Exchange, _ connection: Connection) {
    exchange.isSuspended = true
    cairn_mhd_suspend(connection.handle)
  }

  private func ask(_ exchange: Exchange, _ connection: Connection) {
    let (request, number) = (exchange.request, exchange.number)
    let place = UInt(bitPattern: connection.handle)
    answering += 1
    exchange.task = Task.immediate(executorPreference: loop) { [self] in
      let response = await respond(request)
      answered(response, number, at: place)
    }
  }

  private func answered(_ response: HTTPResponse, _ number: Int, at place: UInt) {
    answering -= 1
    if let (exchange, handle) = found(number, at: place) { settle(exchange, handle, response) }
  }

  /// The request of that number, if it is still waited for.
  private func found(_ number: Int, at place: UInt) -> (Exchange, OpaquePointer)? {
    guard let handle = OpaquePointer(bitPattern: place),
      let exchange = connections[handle]?.exchange, exchange.number == number,
      exchange.response == nil
    else { return nil }
    return (exchange, handle)
  }

  /// Has the answer, and wakes the connection that rests until there is one.
  private func settle(_ exchange: Exchange, _ handle: OpaquePointer, _ response: HTTPResponse) {
    exchange.response = response
    wake(exchange, handle)
  }

  private func wake(_ exchange: Exchange, _ handle: OpaquePointer) {
    exchange.task = nil
    if exchange.isSuspended { cairn_mhd_resume(handle) }
    exchange.isSuspended = false
  }

  /// Answers what is not worth asking anyone, and ends the connection.
  private func refuse(_ flaw: Problem, _ exchange: Exchange, _ connection: Connection) -> Bool {
    end(refusal(flaw, exchange.request), exchange, connection)
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

  private func send(
    _ response: HTTPResponse,
    _ exchange: Exchange,
    _ connection: Connection
  ) -> Bool {
    exchange.stage = .answered
    connection.deadline = .now + limits.answerTime
    guard let answer = made(response, exchange, connection) else { return false }
    return cairn_mhd_queue(connection.handle, UInt32(response.status.code), answer) == .YES
  }

  private func made(
    _ response: HTTPResponse,
    _ exchange: Exchange,
    _ connection: Connection
  ) -> OpaquePointer? {
    let made = begun(response, exchange, connection)
    for line in response.fields.lines { _ = cairn_mhd_add(made, line.name, line.value) }
    // The library takes a bare LF for the end of a chunk's extension; where a proxy does not, both see other
    // requests behind this one (RFC 9112, 7.1.1 and 11.2).
    let isChunked = exchange.request.fields.count(of: "transfer-encoding") > 0
    if drainEnd != nil || isChunked { _ = cairn_mhd_add(made, "connection", "close") }
    return made
  }

  private func begun(
    _ response: HTTPResponse,
    _ exchange: Exchange,
    _ connection: Connection
  ) -> OpaquePointer? {
    guard let parts = response.parts else {
      var body = response.body
      return body.withUnsafeMutableBytes { cairn_mhd_response($0.count, $0.baseAddress) }
    }
    let flow = ResponseBodyStream(parts, to: connection, of: self)
    exchange.flow = flow
    if drainEnd != nil, parts.isEndless { flow.stop() }
    return cairn_mhd_parts(partsWanted, Unmanaged.passRetained(flow).toOpaque(), partsEnded)
  }
}

// MARK: - Time

extension Daemon {
  /// Milliseconds between two looks at the deadlines.
  ///
  /// While it drains, whoever stops it waits for the last connection to be gone.
  private var sweepMilliseconds: UInt64 {
    if drainEnd != nil { return 20 }
    let (head, body, answer) = (limits.headTime, limits.bodyTime, limits.answerTime)
    let shortest = min(head, limits.keepAliveTime, body, answer, limits.leftTime)
    return UInt64(min(1_000, max(10, shortest / .milliseconds(4))))
  }

  /// Closes the connections whose time is over.
  private func sweep() {
    let now = ContinuousClock.now
    guard now >= nextSweep else { return }
    nextSweep = now + .milliseconds(sweepMilliseconds)
    for connection in connections.values {
      if let deadline = connection.deadline, deadline < now { connection.cut() }
      connection.exchange?.flow?.lookForClient(now)
      lookForClient(connection, now)
    }
    if let drainEnd, drainEnd < now { abandon() }
  }

  /// Gives up what a client wanted to read that has gone; what changes something comes to its end.
  private func lookForClient(_ connection: Connection, _ now: ContinuousClock.Instant) {
    guard let exchange = connection.exchange, exchange.isSuspended,
      limits.isReading(exchange.request), connection.isDisconnected
    else { return }
    let leftAt = exchange.leftAt ?? now
    exchange.leftAt = leftAt
    guard leftAt + limits.leftTime <= now else { return }
    connection.cut()
    giveUp(exchange, connection)
  }

  private func giveUp(_ exchange: Exchange, _ connection: Connection) {
    exchange.task?.cancel()
    let problem = Problem(.unavailable, "server.stopping", "The server stops.")
    settle(exchange, connection.handle, problem.response)
  }

  /// Takes no new connection, closes those that wait, and lets the others finish.
  func drain() {
    guard drainEnd == nil, let handle else { return }
    drainEnd = .now + limits.drainTime
    nextSweep = .now
    let socket = cairn_mhd_quiesce(handle)
    if socket >= 0 { close(socket) }
    for connection in connections.values where connection.exchange == nil { connection.cut() }
    for flow in connections.values.compactMap(\.exchange?.flow) where flow.parts.isEndless {
      flow.stop()
    }
  }

  /// Whether nobody is left; a task that does not end when it is cancelled is not waited for.
  private var isDrained: Bool {
    guard let drainEnd, connections.isEmpty else { return false }
    return answering == 0 || drainEnd + .seconds(1) < .now
  }

  /// Ends what did not end by itself.
  private func abandon() {
    for connection in connections.values {
      guard let exchange = connection.exchange, exchange.isSuspended else {
        connection.cut()
        connection.exchange?.flow?.giveUp()
        continue
      }
      giveUp(exchange, connection)
    }
  }
}
