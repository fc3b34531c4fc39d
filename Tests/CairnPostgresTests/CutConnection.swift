import Dispatch
import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A proxy socket before a server's socket that intercepts the commit.
final class CutConnection: @unchecked Sendable {  // sockets are set before what uses them begins
  /// The treatment of the commit.
  enum CommitTreatment {
    /// The connection is cut before the commit reaches the server.
    case lostBefore
    /// The server commits, but the response is lost.
    case lostAfter
    /// The response is delayed until ``release()``.
    case held
  }

  /// The directory of the socket, for the server address.
  let folder = "/tmp/cairn-cut-\(UInt32.random(in: 0...UInt32.max))"
  /// Yields when the server has responded to the commit.
  let answered: AsyncStream<Void>
  private let treatment: CommitTreatment
  private let noteAnswer: AsyncStream<Void>.Continuation
  private let released = DispatchSemaphore(value: 0)
  private let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  private var (client, server) = (Int32(-1), Int32(-1))

  /// Accepts one connection and forwards it to the server with a socket in a directory.
  init(_ treatment: CommitTreatment, to target: String) throws {
    self.treatment = treatment
    (answered, noteAnswer) = AsyncStream.makeStream()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    withServerAddress(folder) { _ = bind(listener, $0, $1) }
    listen(listener, 1)
    Thread.detachNewThread { self.lead(to: target) }
  }

  /// Forwards the delayed response.
  func release() { released.signal() }

  private func lead(to target: String) {
    client = accept(listener, nil, nil)
    server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    withServerAddress(target) { _ = connect(server, $0, $1) }
    Thread.detachNewThread {
      self.pass(from: self.client, to: self.server) { self.treatment != .lostBefore }
    }
    pass(from: server, to: client) {
      self.noteAnswer.finish()
      if self.treatment == .held { self.released.wait() }
      return self.treatment != .lostAfter
    }
    close(listener)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Forwards bytes until either end closes, or a message about the commit is to be dropped.
  private func pass(from source: Int32, to target: Int32, isCommitPassed: () -> Bool) {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(source, &bytes, bytes.count), count > 0 {
      let isCommit = Data(bytes[..<count]).range(of: Data("COMMIT\0".utf8)) != nil
      if isCommit, !isCommitPassed() { break }
      _ = send(target, bytes, count, Int32(MSG_NOSIGNAL))
    }
    for end in [source, target] { shutdown(end, Int32(SHUT_RDWR)) }
  }
}

/// Passes the address of a server's socket in a directory to the body.
func withServerAddress(
  _ folder: String,
  _ body: (UnsafePointer<sockaddr>, socklen_t) -> Void
) {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { path in
    path.copyBytes(from: "\(folder)/.s.PGSQL.5432".utf8)
  }
  let size = socklen_t(MemoryLayout<sockaddr_un>.size)
  withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
  }
}
