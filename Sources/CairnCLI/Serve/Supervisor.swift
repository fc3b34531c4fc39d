import CairnHTTP
import Glibc

/// The supervisor that started this process, such as systemd, which wants to hear when it is ready and that it is
/// alive (sd_notify(3)).
struct Supervisor: Sendable {
  /// The path of its datagram socket; one that begins with @ is abstract (unix(7)).
  private let path: String
  /// Half of the time after which it restarts a silent process; nil if it does not.
  let heartbeat: Duration?

  /// Reads `NOTIFY_SOCKET` and `WATCHDOG_USEC`; nil without a supervisor.
  init?(variable: (String) -> String?) {
    guard let path = variable("NOTIFY_SOCKET"), path.utf8.count > 1 else { return nil }
    self.path = path
    heartbeat = variable("WATCHDOG_USEC").flatMap { Int64($0) }
      .flatMap { $0 > 0 ? .microseconds($0 / 2) : nil }
  }

  /// Sends a state, such as `READY=1`; a supervisor that does not listen is ignored.
  func notify(_ state: String) {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard var address = sockaddr_un(path) else { return }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, state, state.utf8.count, Int32(MSG_NOSIGNAL), $0, length)
      }
    }
  }

  /// Reports that the process is alive after each check that returns, until it is cancelled.
  func watch(_ check: () async -> Void) async {
    guard let heartbeat else { return }
    while (try? await Task.sleep(for: heartbeat)) != nil {
      await check()
      notify("WATCHDOG=1")
    }
  }
}

extension sockaddr_un {
  /// Returns nil if the path is too long.
  init?(_ path: String) {
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    let bytes = path.hasPrefix("@") ? [0] + path.utf8.dropFirst() : Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: sun_path) else { return nil }
    withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: bytes) }
  }
}

extension HTTPRequest {
  /// The request that shows whether the server still responds.
  static var healthCheck: HTTPRequest { HTTPRequest(.get, "/healthz", body: []) }
}
