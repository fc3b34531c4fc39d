extension PlaybackTracker {
  /// The state to store after each event.
  public var json: JSON {
    .members(("rate", .integer(rate)), ("play", playback?.json ?? .null))
  }

  /// Restores a state from ``json``; nil for anything else.
  ///
  /// A restored playback is paused at its last event: whether it stayed audible is unknown.
  public init?(restoring json: JSON) {
    guard let rate = json.whole("rate"), let kept = json["play"] else { return nil }
    self.rate = rate
    guard kept != .null else { return }
    guard let playback = Playback(json: kept) else { return nil }
    self.playback = playback
  }
}

extension Playback {
  fileprivate var json: JSON {
    .members(
      ("id", .string(id)),
      ("story", .string(story)),
      ("started_at", .integer(startedAt.milliseconds)),
      ("mark", .text(start.mark?.text)),
      ("ended_at", .integer(endedAt.milliseconds)),
      ("listened", .integer(listened.count)),
      ("content", .integer(content.count)),
      ("position", .integer(position.count)),
      ("length", .number(length?.count)),
      ("rate", .integer(rate))
    )
  }

  fileprivate init?(json: JSON) {
    guard case .string(let id)? = json["id"], case .string(let story)? = json["story"],
      let startedAt = json.whole("started_at"), let endedAt = json.whole("ended_at"),
      let listened = json.whole("listened"), let content = json.whole("content"),
      let position = json.whole("position"), let rate = json.whole("rate")
    else { return nil }
    let start = ClockReading(now: Instant(milliseconds: startedAt), mark: json.mark)
    self.init(id: id, story: story, start: start, rate: rate)
    length = json.whole("length").map { Milliseconds($0) }
    self.position = Milliseconds(position)
    self.endedAt = Instant(milliseconds: endedAt)
    self.listened = Milliseconds(listened)
    self.content = Milliseconds(content)
  }
}

extension JSON {
  fileprivate func whole(_ key: String) -> Int64? {
    guard case .integer(let value)? = self[key] else { return nil }
    return value
  }

  fileprivate var mark: ClockMark? {
    guard case .string(let text)? = self["mark"] else { return nil }
    return ClockMark(text: text)
  }
}
