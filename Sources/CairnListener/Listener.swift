import CMicrohttpd
public import CairnHTTP
import Dispatch
import Glibc

/// Answers what comes in on a socket, on a thread of its own.
///
/// A slow or hostile client costs one connection and never a thread (``ListenerLimits``).
public final class Listener: Sendable {
  /// Decides from the head of a request whether its long body may come; runs on the loop's thread, and
  /// may wait without holding it.
  public typealias Admitter = @Sendable (HTTPRequest) async -> BodyAdmission

  /// Who answers; runs on the loop's thread, and may wait without holding it.
  public typealias Responder = @Sendable (HTTPRequest) async -> HTTPResponse

  /// Puts the refusal of a request that reaches no ``Responder`` in words; runs on the loop's thread.
  public typealias Refuser = @Sendable (Problem, HTTPRequest) -> HTTPResponse

  private let daemon: Daemon
  private let end: AsyncStream<Never>

  /// Begins to answer; what is too large or broken is refused at once, as a problem document unless
  /// `refuse` has other words.
  ///
  /// Throws ``ListenerError`` when the C library is not on this machine; the socket stays open.
  public init(
    _ socket: ListeningSocket,
    limits: ListenerLimits = ListenerLimits(),
    counting connections: ConnectionCount = ConnectionCount(),
    refuse: @escaping Refuser = { problem, _ in problem.response },
    admit: @escaping Admitter = { _ in .accepted(owner: "") },
    respond: @escaping Responder
  ) throws(ListenerError) {
    if let reason = cairn_mhd_load() { throw ListenerError(String(cString: reason)) }
    signal(SIGPIPE, SIG_IGN)
    let daemon = Daemon(EventLoop(), limits, connections, admit, respond, refuse)
    let (end, ended) = AsyncStream<Never>.makeStream()
    (self.daemon, self.end) = (daemon, end)
    DispatchQueue(label: "cairn.listener").async {
      daemon.serve(socket.descriptor)
      ended.finish()
    }
  }

  /// Takes no new connections, finishes what is on its way, and returns when all are closed.
  ///
  /// After ``ListenerLimits/drainTime`` what is left is cut.
  public func stop() async {
    daemon.loop.perform { [daemon] in daemon.drain() }
    for await _ in end {}
  }
}
