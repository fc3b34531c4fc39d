import Cairn
import Testing

@Suite struct `A position in the audio of a story` {
  private func story(_ length: Milliseconds?) throws -> Story {
    var story = try Story(id: Identifier(RecordID(derivedFrom: ["story"])), title: "Emma")
    try story.setDuration(length)
    return story
  }

  @Test(arguments: [(3_601, 3_601), (3_600, 3_659), (3_600, 0)] as [(Int64, Int64)])
  func `is valid up to the end, plus a minute if the length is in whole minutes`(
    length: Int64,
    place: Int64
  ) throws {
    try story(.seconds(length)).requirePosition(.seconds(place))
  }

  @Test(arguments: [(3_601, 3_602), (3_600, 3_660), (3_600, 356_400)] as [(Int64, Int64)])
  func `is rejected after the end, and the error names both`(length: Int64, place: Int64) throws {
    let error = #expect(throws: CairnError.self) {
      try story(.seconds(length)).requirePosition(.seconds(place))
    }
    #expect(error?.code == "listening.beyond_end")
    for text in [Milliseconds.seconds(length), .seconds(place)].map(\.clockText) {
      #expect(error?.message.contains(text) == true)
    }
  }

  @Test func `is not limited while the length is unknown`() throws {
    try story(nil).requirePosition(.hours(9_999))
  }
}
