import Foundation
import Synchronization

/// A socket that refuses every connection, like a server to which the role is unknown.
final class RefusingSocket: Sendable {
  /// The directory of the socket, for the server address.
  let folder = "/tmp/cairn-refusing-\(UInt32.random(in: 0...UInt32.max))"
  private let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  private let refused = Mutex<[Int32]>([])

  /// An `ErrorResponse` (PostgreSQL's manual, “Message Formats”).
  private static let refusal: [UInt8] = {
    let fields = Array("SFATAL\0VFATAL\0C28000\0MThere is no such role.\0\0".utf8)
    return [0x45, 0, 0, 0, UInt8(4 + fields.count)] + fields
  }()

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    withServerAddress(folder) { _ = bind(listener, $0, $1) }
    listen(listener, 1)
    Thread.detachNewThread { self.refuse() }
  }

  private func refuse() {
    while case let client = accept(listener, nil, nil), client >= 0 {
      refused.withLock { $0.append(client) }
      _ = send(client, Self.refusal, Self.refusal.count, Int32(MSG_NOSIGNAL))
    }
    _ = Foundation.close(listener)
  }

  /// Closes the socket; returns the number of refused connections, and of those still open at the other end.
  func close() -> (all: Int, open: Int) {
    shutdown(listener, Int32(SHUT_RDWR))
    try? FileManager.default.removeItem(atPath: folder)
    let all = refused.withLock { $0 }
    let open = all.count(where: Self.isOpen)
    for descriptor in all { _ = Foundation.close(descriptor) }
    return (all.count, open)
  }

  /// Returns whether the other end has not closed the connection.
  private static func isOpen(_ client: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while case let count = recv(client, &bytes, bytes.count, Int32(MSG_DONTWAIT)), count >= 0 {
      if count == 0 { return false }
    }
    return true
  }
}
