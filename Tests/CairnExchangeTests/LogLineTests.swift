import Cairn
import CairnExchange
import Testing

@Suite struct `A record of an exported log` {
  private func line(stamps: String) throws -> LogLine {
    let text =
      #"{"record":"work","id":"019b8f50-dd00-7a83-a4b0-efb98de2a72b","fields":"#
      + #"{"subtitle":"A novel","title":"Emma"},"stamp":"019b8f50dd000000-14556d07","stamps":{"#
      + stamps + "}}"
    let bytes = Array(text.utf8)
    return try LogLine(bytes, in: 0..<bytes.count, number: 2)
  }

  @Test func `can have a stamp per field`() throws {
    guard case .record(let record) = try line(stamps: #""title":"019b8f50dd000001-14556d07""#)
    else { return #expect(Bool(false), "it is no record") }
    #expect(record.exceptions.map(\.name) == ["title"])
    #expect(record.stamp(of: "title")?.text == "019b8f50dd000001-14556d07")
  }

  @Test(arguments: ["the title", "", "titel", "title=x"])
  func `is rejected with a stamp for an unknown field`(name: String) {
    let error = #expect(throws: CairnError.self) {
      try line(stamps: #""\#(name)":"019b8f50dd000001-14556d07""#)
    }
    #expect(error?.code == "input.log_line")
  }
}
