import Cairn
import Testing

@Suite struct `A place in the audio of a story` {
  private func story(_ length: Milliseconds?) throws -> Story {
    var story = try Story(id: Identifier(RecordID(derivedFrom: ["story"])), title: "Emma")
    try story.setDuration(length)
    return story
  }

  @Test(arguments: [(3_601, 3_601), (3_600, 3_659), (3_600, 0)] as [(Int64, Int64)])
  func `is taken up to its end, and a minute further where only minutes are known`(
    length: Int64,
    place: Int64
  ) throws {
    try story(.seconds(length)).requirePlace(.seconds(place))
  }

  @Test(arguments: [(3_601, 3_602), (3_600, 3_660), (3_600, 356_400)] as [(Int64, Int64)])
  func `is refused behind its end, and both are named`(length: Int64, place: Int64) throws {
    let error = #expect(throws: CairnError.self) {
      try story(.seconds(length)).requirePlace(.seconds(place))
    }
    #expect(error?.code == "listening.beyond_end")
    for text in [Milliseconds.seconds(length), .seconds(place)].map(\.clockText) {
      #expect(error?.message.contains(text) == true)
    }
  }

  @Test func `is anywhere while its length is not known`() throws {
    try story(nil).requirePlace(.hours(9_999))
  }
}
