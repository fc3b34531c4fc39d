import CMicrohttpd
public import CairnHTTP
import Dispatch
import Glibc

/// An HTTP server on one socket, with a thread of its own.
///
/// A slow or hostile client costs one connection and never a thread (``ListenerLimits``).
public final class Listener: Sendable {
  /// Decides from a request's head whether to accept its long body; runs on the loop's thread and may suspend.
  public typealias Admitter = @Sendable (HTTPRequest) async -> BodyAdmission

  /// Returns the response to a request; runs on the loop's thread and may suspend.
  public typealias Responder = @Sendable (HTTPRequest) async -> HTTPResponse

  /// Formats the error of a request that never reaches the ``Responder``; runs on the loop's thread.
  public typealias ErrorResponder = @Sendable (Problem, HTTPRequest) -> HTTPResponse

  private let daemon: Daemon
  private let end: AsyncStream<Never>

  /// Starts serving; malformed or oversized requests get a problem document, unless `refuse` formats it.
  ///
  /// Throws ``ListenerError`` if libmicrohttpd is not installed; the socket stays open.
  public init(
    _ socket: ListeningSocket,
    limits: ListenerLimits = ListenerLimits(),
    counting connections: ConnectionCount = ConnectionCount(),
    refuse: @escaping ErrorResponder = { problem, _ in problem.response },
    admit: @escaping Admitter = { _ in .accepted(owner: "") },
    respond: @escaping Responder
  ) throws(ListenerError) {
    if let reason = cairn_mhd_load() {
      throw ListenerError("libmicrohttpd cannot be loaded", cause: String(cString: reason))
    }
    signal(SIGPIPE, SIG_IGN)
    let daemon = Daemon(EventLoop(), limits, connections, admit, respond, refuse)
    let (end, ended) = AsyncStream<Never>.makeStream()
    (self.daemon, self.end) = (daemon, end)
    DispatchQueue(label: "cairn.listener").async {
      daemon.serve(socket.descriptor)
      ended.finish()
    }
  }

  /// Stops accepting connections, finishes the running requests, and returns when all connections are closed.
  ///
  /// Closes the rest after ``ListenerLimits/drainTime``.
  public func stop() async {
    daemon.loop.perform { [daemon] in daemon.drain() }
    for await _ in end {}
  }
}
