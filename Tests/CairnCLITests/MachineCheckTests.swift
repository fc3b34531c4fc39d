import Cairn
import Glibc
import Testing

@testable import CairnCLI

@Suite struct `A check of the machine` {
  @Test func `names what is needed, and what for, without a log`() async throws {
    let run = await (try Person()).types("doctor", "--system")
    for word in ["libmicrohttpd.so.12", "cairn serve", "time zones", "clock", "disk"] {
      #expect(run.out.contains(word), "\(run.out)")
    }
    #expect(run.err == "")
  }

  @Test func `finds a clock that is before the program`() async throws {
    var me = try Person()
    me.now = "2019-01-01T00:00:00Z"
    let run = await me.types("doctor", "--system")
    #expect(run.exit == .refused && run.out.contains("before 2026"), "\(run.out)")
  }

  @Test func `finds a folder that others can write to`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    chmod(me.scratch.path + "/log", 0o777)
    let run = await me.types("doctor", "--system", "--json")
    #expect(run.exit == .refused)
    #expect(run.out.contains(#""name":"permissions","use":"privacy of the log","ok":false"#))
  }

  @Test func `finds missing time zones`() {
    #expect(MachineCheck.zones { _ in nil }.problem == "missing; on Debian install tzdata")
    #expect(MachineCheck.zones { _ in .utc }.isFine)
  }
}
