import Cairn
import CairnStore
import Glibc

/// The source of time: the system clock; in tests, a fixed instant or a file.
struct Clock: Sendable {
  let now: @Sendable () -> Instant
  /// Returns the monotonic clock; nil with a test clock.
  let mark: @Sendable () -> ClockMark?

  /// Creates the system clock, or the test clock of `CAIRN_CLOCK`.
  ///
  /// `CAIRN_CLOCK` is for tests only and throws `usage.clock` unless `CAIRN_ALLOW_TEST_CLOCK`
  /// is 1 (DESIGN.md, black-box contract).
  init(variable: (String) -> String?) throws(CairnError) {
    guard let setting = variable("CAIRN_CLOCK") else {
      (now, mark) = (SystemClock.now, SystemClock.mark)
      return
    }
    guard variable("CAIRN_ALLOW_TEST_CLOCK") == "1" else {
      throw CairnError(
        "usage.clock",
        "CAIRN_CLOCK is set, but it is for tests only.",
        hint: "Unset CAIRN_CLOCK, or also set CAIRN_ALLOW_TEST_CLOCK=1 for a test."
      )
    }
    now = try Self.test(setting)
    mark = { nil }
  }

  private static func test(_ setting: String) throws(CairnError) -> @Sendable () -> Instant {
    if setting.hasPrefix("file:") {
      let path = String(setting.dropFirst(5))
      let first = try Self.read(path)
      return { (try? Self.read(path)) ?? first }
    }
    guard let fixed = Instant(text: setting) else { throw Self.unreadable(setting) }
    return { fixed }
  }

  private static func read(_ path: String) throws(CairnError) -> Instant {
    guard let file = fopen(path, "re") else { throw Self.unreadable(path) }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = fread(&bytes, 1, bytes.count, file)
    let text = String(decoding: bytes[..<count].filter { $0 > 0x20 }, as: UTF8.self)
    guard let instant = Instant(text: text) else { throw Self.unreadable(text) }
    return instant
  }

  private static func unreadable(_ text: String) -> CairnError {
    CairnError(
      "usage.clock",
      "CAIRN_CLOCK is not a time: “\(text)”.",
      hint: "For example: 2026-01-05T18:00:00Z, or file: and the path of a file with it."
    )
  }
}
