import Testing

@testable import Cairn

@Suite("What a device had received of others")
struct KnowledgeTests {
  private static func stamp(_ time: UInt64, _ node: UInt32, turn: UInt16 = 0) -> Stamp {
    Stamp(time: time, node: node, turn: turn)
  }

  @Test func `is all of a device up to the latest act of it`() {
    var knowledge = Knowledge()
    #expect(!knowledge.contains(Self.stamp(1, 7)))
    for stamp in [Self.stamp(5, 7), Self.stamp(3, 7, turn: 2), Self.stamp(9, 2)] {
      knowledge.add(stamp)
    }
    #expect(knowledge.contains(Self.stamp(5, 7)) && knowledge.contains(Self.stamp(4, 7, turn: 1)))
    #expect(!knowledge.contains(Self.stamp(6, 7)) && !knowledge.contains(Self.stamp(1, 3)))
    #expect(knowledge.text == "0000000000000009-00000002 0000000000000005-00000007")
    #expect(Knowledge(text: knowledge.text) == knowledge)
    #expect(Knowledge(text: "") == Knowledge())
  }

  @Test(arguments: [
    " ", "x", "0000000000000009-00000002 ", "0000000000000009-00000002u0001",
    "0000000000000009-00000002a", "0000000000000009-00000002  000000000000000a-00000003",
    "0000000000000009-00000002 000000000000000a-00000002",
    "0000000000000009-00000002 000000000000000a-00000001",
  ])
  func `is not read from text that no version writes`(text: String) throws {
    #expect(Knowledge(text: text) == nil)
    #expect(try mutation(#","knowledge":"\#(text)""#) == nil)
  }

  @Test func `is in the exported line of an act, unless it is unknown`() throws {
    for known in ["", "0000000000000009-00000002"] {
      let read = try #require(try mutation(#","knowledge":"\#(known)""#))
      #expect(
        read.knowledge?.text == known && read.undoing(read.id, turn: 1).knowledge?.text == known
      )
      var writer = JSONWriter(capacity: 64)
      writer.beginObject()
      read.writeMembers(to: &writer)
      writer.endObject()
      #expect(writer.text.contains(#""knowledge":"\#(known)","changes""#))
    }
    #expect(try #require(try mutation("")).knowledge == nil)
  }

  @Test func `includes the earlier acts of the own device`() throws {
    let read = try #require(try mutation(#","knowledge":"0000000000000009-00000002""#))
    #expect(read.knows(Self.stamp(1, read.stamp.node)) == true)
    #expect(read.knows(Self.stamp(.max, read.stamp.node)) == false)
    #expect(read.knows(Self.stamp(9, 2)) == true && read.knows(Self.stamp(10, 2)) == false)
    #expect(try #require(try mutation("")).knows(Self.stamp(9, 2)) == nil)
  }

  private func mutation(_ more: String) throws -> Mutation? {
    let id = "019b8f50-dd00-7a83-a4b0-efb98de2a72b"
    let line =
      #"{"mutation":"\#(id)","stamp":"019b8f50dd000000-14556d07","at":"2026-01-05T18:00:00Z","#
      + #""title":"Add","batch":"\#(id)","part":1,"changes":[]\#(more)}"#
    var reader = JSONReader(Array(line.utf8))
    return try RecordParts(from: &reader).mutation()
  }
}
