import CairnTestKit
import Glibc
import Testing

@testable import CairnCLI

@Suite struct `A supervisor` {
  /// A socket of a supervisor in a scratch folder.
  private struct Receiver {
    let scratch: Scratch
    private let descriptor: Int32

    init() throws {
      scratch = try Scratch()
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      var address = try #require(sockaddr_un(path))
      let length = socklen_t(MemoryLayout<sockaddr_un>.size)
      let bound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
      }
      try #require(bound == 0)
    }

    var path: String { scratch.path + "/notify" }

    /// Waits for the next message.
    func next() async -> String {
      var bytes = [UInt8](repeating: 0, count: 100)
      while true {
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        if count > 0 { return String(decoding: bytes[..<count], as: UTF8.self) }
        await Task.yield()
      }
    }
  }

  @Test func `hears that the server is ready`() async throws {
    let receiver = try Receiver()
    let supervisor = Supervisor { $0 == "NOTIFY_SOCKET" ? receiver.path : nil }
    supervisor?.notify("READY=1")
    #expect(await receiver.next() == "READY=1")
    #expect(try #require(supervisor).heartbeat == nil)
  }

  @Test func `hears twice in its time limit that the server is alive`() async throws {
    let receiver = try Receiver()
    let variables = ["NOTIFY_SOCKET": receiver.path, "WATCHDOG_USEC": "2000"]
    let supervisor = try #require(Supervisor { variables[$0] })
    #expect(supervisor.heartbeat == .milliseconds(1))
    let watch = Task { await supervisor.watch {} }
    #expect(await receiver.next() == "WATCHDOG=1")
    #expect(await receiver.next() == "WATCHDOG=1")
    watch.cancel()
    await watch.value
  }

  @Test(arguments: [nil, "", "/nowhere/notify", "@", String(repeating: "a", count: 200)])
  func `need not be there`(path: String?) {
    Supervisor { $0 == "NOTIFY_SOCKET" ? path : nil }?.notify("READY=1")
  }
}
