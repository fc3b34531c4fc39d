import Cairn
import CairnExchange
import Testing

@Suite struct `Reading an exported log` {
  private static let lines = [
    #"{"cairn":1}"#,
    #"{"record":"work","id":"019b8f50-dd00-7a83-a4b0-efb98de2a72b","fields":{"title":"Emma"},"#
      + #""stamp":"019b8f50dd000000-14556d07"}"#,
    #"{"mutation":"019b8f50-dd00-7a83-a4b0-efb98de2a72b","stamp":"019b8f50dd000000-14556d07","#
      + #""at":"2026-01-05T18:00:00Z","title":"Add","batch":"019b8f50-dd00-7a83-a4b0-efb98de2a72b","#
      + #""part":1,"changes":[]}"#,
    #"{"end":1,"records":1,"mutations":1}"#,
  ]
  private static let text = lines.map { $0 + "\n" }.joined()

  /// Returns the numbers of the lines that the reader passes on.
  private func numbers(_ text: String, blocks size: Int = .max) throws -> [Int] {
    var (reader, numbers) = (LogReader(), [Int]())
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      try reader.parse(Array(rest.prefix(size))) { numbers.append($1) }
      rest = rest.dropFirst(size)
    }
    try reader.finish { numbers.append($1) }
    return numbers
  }

  @Test(arguments: [1, 2, 3, 7, 64, 1_000_000])
  func `returns the same for blocks of any size`(size: Int) throws {
    #expect(try numbers(Self.text, blocks: size) == [2, 3])
    #expect(try numbers(String(Self.text.dropLast()), blocks: size) == [2, 3])
  }

  @Test(
    arguments: [
      ("", "input.not_a_log"), (lines[1] + "\n", "input.not_a_log"),
      (String(text.dropLast(40)), "input.log_line"),
      (lines[0] + "\n" + lines[1] + "\n", "input.truncated"),
      (lines[0] + "\n" + lines[3] + "\n", "input.truncated"),
      (lines[0] + "\n" + lines[0] + "\n", "input.truncated"),
      (text + "x", "input.log_line"), (text + "\n", "input.log_line"),
      (text + lines[1], "input.log_line"), (text + text, "input.log_line"),
      (#"{"cairn":4}"# + "\n", "input.newer_log"),
    ]
  )
  func `rejects an incomplete log`(text: String, code: String) {
    let error = #expect(throws: CairnError.self) { try numbers(text) }
    #expect(error?.code == code)
  }

  @Test func `names the line after the end`() {
    let error = #expect(throws: CairnError.self) { try numbers(Self.text + "garbage") }
    #expect(
      error?.message == "Line 5 is not a line of a Cairn log: the log ended on line 4."
    )
  }

  @Test func `buffers at most one line, however long the file`() {
    var reader = LogReader()
    let block = [UInt8](repeating: 0x20, count: 1 << 20)
    let error = #expect(throws: CairnError.self) {
      for _ in 0...16 { try reader.parse(block) { _, _ in } }
    }
    #expect(error?.code == "input.too_large")
  }

  @Test(
    arguments: [
      ("edition", "pages", "0"), ("edition", "pages", "-5"),
      ("edition", "pages", "9223372036854775807"), ("session", "pageCount", "0"),
      ("session", "pageCount", "-9223372036854775808"), ("session", "pages", "-1"),
      ("session", "endPosition", #""page:5/0""#),
      ("session", "startPosition", #""page:5/9223372036854775807""#),
      ("read_through", "position", #""page:-5""#), ("work", "title", #""\u200b\u00a0""#),
    ]
  )
  func `rejects an impossible number, with its line`(
    kind: String,
    name: String,
    value: String
  ) {
    let line =
      #"{"record":"\#(kind)","id":"019b8f50-dd00-7a83-a4b0-efb98de2a72b","fields":{"\#(name)":"#
      + #"\#(value)},"stamp":"019b8f50dd000000-14556d07"}"#
    let error = #expect(throws: CairnError.self) { try numbers(Self.lines[0] + "\n" + line) }
    #expect(error?.code == "input.log_line")
    #expect(error?.message.hasPrefix("Line 2 ") == true)
    if Int(value) != nil { #expect(error?.message.contains("is \(value),") == true) }
  }

  @Test(arguments: ["9223372036854775808", "1e5", "1.5"])
  func `quotes an invalid number`(value: String) {
    let line = Self.lines[1].replacing(#""title":"Emma""#, with: #""pages":\#(value)"#)
    let error = #expect(throws: CairnError.self) { try numbers(Self.lines[0] + "\n" + line) }
    #expect(error?.message.hasPrefix("Line 2 ") == true)
    #expect(error?.message.hasSuffix("not “\(value)”.") == true)
  }

  @Test func `keeps a value of a newer version`() throws {
    let line = Self.lines[1].replacing("work", with: "read_through")
      .replacing(#""title":"Emma""#, with: #""position":"chapter:3""#)
    #expect(try numbers(Self.text.replacing(Self.lines[1], with: line)) == [2, 3])
  }
}
