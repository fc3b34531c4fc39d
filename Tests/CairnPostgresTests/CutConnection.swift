import Dispatch
import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A socket before that of a server, which lets everything through until a commit is sent.
final class CutConnection: @unchecked Sendable {  // sockets are set before what uses them begins
  /// What happens then.
  enum Fate {
    /// It never reaches the server.
    case lostBefore
    /// The server commits, and its answer is lost.
    case lostAfter
    /// The answer waits until ``release()``.
    case held
  }

  /// The folder of the socket, for the address of a server.
  let folder = "/tmp/cairn-cut-\(UInt32.random(in: 0...UInt32.max))"
  /// Ends when a commit was answered.
  let answered: AsyncStream<Void>
  private let fate: Fate
  private let noteAnswer: AsyncStream<Void>.Continuation
  private let released = DispatchSemaphore(value: 0)
  private let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  private var (client, server) = (Int32(-1), Int32(-1))

  /// Waits for one connection, and leads it to the server whose socket lies in a folder.
  init(_ fate: Fate, to target: String) throws {
    self.fate = fate
    (answered, noteAnswer) = AsyncStream.makeStream()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    withServerAddress(folder) { _ = bind(listener, $0, $1) }
    listen(listener, 1)
    Thread.detachNewThread { self.lead(to: target) }
  }

  /// Lets the answer through.
  func release() { released.signal() }

  private func lead(to target: String) {
    client = accept(listener, nil, nil)
    server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    withServerAddress(target) { _ = connect(server, $0, $1) }
    Thread.detachNewThread {
      self.pass(from: self.client, to: self.server) { self.fate != .lostBefore }
    }
    pass(from: server, to: client) {
      self.noteAnswer.finish()
      if self.fate == .held { self.released.wait() }
      return self.fate != .lostAfter
    }
    close(listener)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Passes on what comes until either end closes, or what speaks of a commit is not to go on.
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

/// The address of the socket of a server in a folder.
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
