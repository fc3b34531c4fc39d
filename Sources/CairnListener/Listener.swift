public import CairnHTTP
import Foundation

/// Answers what comes in on a socket, on a thread of its own.
///
/// A slow or hostile client costs one connection and never a thread (``ListenerLimits``).
public final class Listener: Sendable {
  /// Who answers; runs on the loop's thread, and may wait without holding it.
  public typealias Responder = @Sendable (HTTPRequest) async -> HTTPResponse

  private let daemon: Daemon
  private let end: AsyncStream<Never>

  /// Begins to answer.
  public init(
    _ socket: ListeningSocket,
    limits: ListenerLimits = ListenerLimits(),
    respond: @escaping Responder
  ) {
    signal(SIGPIPE, SIG_IGN)
    let daemon = Daemon(EventLoop(), limits, respond)
    let (end, ended) = AsyncStream<Never>.makeStream()
    (self.daemon, self.end) = (daemon, end)
    Thread.detachNewThread {
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
