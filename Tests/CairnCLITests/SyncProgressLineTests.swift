import Cairn
import CairnSync
import Testing

@testable import CairnCLI

@Suite struct `The progress line of a sync` {
  private let begun = Instant(milliseconds: 0)

  @Test func `appears after a second, and updates ten times a second at most`() {
    var line = SyncProgressLine(columns: 80, begun: begun)
    #expect(line.advance(to: .sending(remaining: 48), at: begun + Milliseconds(999)) == nil)
    #expect(line.finish() == nil)
    #expect(
      line.advance(to: .sending(remaining: 12), at: begun + .seconds(1))
        == "\rSending: 36 of 48 changes\u{1B}[K"
    )
    #expect(line.advance(to: .receiving(2_000), at: begun + Milliseconds(1_050)) == nil)
    #expect(
      line.advance(to: .receiving(4_000), at: begun + Milliseconds(1_100))
        == "\rReceiving: 4,000 records\u{1B}[K"
    )
    #expect(line.finish() == "\r\u{1B}[K")
  }

  @Test func `is hidden without a terminal, and fits its width`() {
    var (unseen, narrow) = (
      SyncProgressLine(columns: nil, begun: begun), SyncProgressLine(columns: 10, begun: begun)
    )
    #expect(unseen.advance(to: .receiving(1), at: begun + .seconds(9)) == nil)
    #expect(narrow.advance(to: .receiving(1), at: begun + .seconds(9)) == "\rReceivin…\u{1B}[K")
  }
}
