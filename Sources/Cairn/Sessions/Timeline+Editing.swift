extension Timeline {
  /// Moves the start of the first segment, the end of the last segment, or both.
  ///
  /// Pauses in between are kept. Throws `session.still_open`, `session.ends_before_start` if a moved
  /// edge would cross a pause, and the errors of ``init(ended:)``.
  public mutating func resize(start newStart: Instant?, end newEnd: Instant?) throws(CairnError) {
    var changed = segments
    if let newStart { changed[0].start = newStart }
    if let newEnd {
      try requireEnded("change the end of")
      changed[changed.count - 1].end = newEnd
    }
    if isEnded { try replace(changed) } else { try replaceOpen(changed) }
  }

  private mutating func replaceOpen(_ changed: [Segment]) throws(CairnError) {
    let limit = changed[0].end ?? Instant.limit
    try Self.requireInRange(changed[0].start)
    guard changed[0].start <= limit else { throw Self.endsBeforeStart(changed[0].start, limit) }
    segments = changed
  }

  /// Moves the whole session so that it starts at `newStart`.
  ///
  /// Throws `session.still_open` or `session.time_out_of_range`.
  public mutating func move(to newStart: Instant) throws(CairnError) {
    try requireEnded("move")
    try Self.requireInRange(newStart)
    let distance = newStart - start
    try replace(
      segments.map { Segment(start: $0.start + distance, end: $0.end.map { $0 + distance }) }
    )
  }

  /// Splits the session at an instant and returns the later part.
  ///
  /// The earlier part stays. A cut in a pause falls between two segments. Throws
  /// `session.still_open`, or `session.split_outside` if one part would have no time.
  public mutating func split(at cut: Instant) throws(CairnError) -> Timeline {
    try requireEnded("split")
    let before = segments.compactMap { $0.part(before: cut) }
    let after = segments.compactMap { $0.part(after: cut) }
    guard before.contains(where: { $0.hasTime }), after.contains(where: { $0.hasTime }) else {
      throw CairnError(
        "session.split_outside",
        "The time \(cut.text) is not inside the session.",
        hint: "Choose a time after \(start.text) and before its end."
      )
    }
    let later = try Timeline(ended: after)
    try replace(before)
    return later
  }

  /// Merges another ended session; the time between the two becomes a pause.
  ///
  /// Throws `session.still_open`, or `session.segments_overlap` if they overlap.
  public mutating func merge(_ other: Timeline) throws(CairnError) {
    try requireEnded("merge")
    try other.requireEnded("merge")
    try replace(Self.joined((segments + other.segments).sorted { $0.comesBefore($1) }))
  }

  /// Removes `range` to make room for another session (`--adjust`).
  ///
  /// An open session may still be running after `range`, so it is rejected with
  /// `session.still_open`. Throws `session.nothing_left` if no time would remain. A session without any
  /// time stays unchanged.
  public mutating func remove(_ range: Range<Instant>) throws(CairnError) {
    try requireEnded("shorten")
    guard segments.contains(where: { $0.hasTime }) else { return }
    let rest = segments.flatMap {
      [$0.part(before: range.lowerBound), $0.part(after: range.upperBound)].compactMap { $0 }
    }
    guard rest.contains(where: { $0.hasTime }) else {
      throw CairnError(
        "session.nothing_left",
        "Nothing would remain of the session that starts \(start.text).",
        hint: "Delete that session first, or choose another time."
      )
    }
    try replace(rest)
  }

  /// Returns whether the sessions have running time in common; open segments last until `now`.
  public func overlaps(_ other: Timeline, now: Instant) -> Bool {
    segments.contains { mine in
      other.segments.contains { mine.overlaps($0, now: now) }
    }
  }

  /// Returns whether this session covers all running time of the other; both must have ended.
  public func covers(_ other: Timeline) -> Bool {
    let shared = other.segments.reduce(Milliseconds.zero) { sum, theirs in
      segments.reduce(sum) { $0 + $1.shared(with: theirs) }
    }
    return shared == other.active(until: other.start)
  }

  func requireEnded(_ verb: String) throws(CairnError) {
    guard !isEnded else { return }
    throw CairnError(
      "session.still_open",
      "The session that started \(start.text) is still open, so you cannot \(verb) it.",
      hint: "Stop it first."
    )
  }

  private static func joined(_ segments: [Segment]) -> [Segment] {
    segments.reduce(into: []) { result, segment in
      if let last = result.last, last.end == segment.start {
        result[result.count - 1].end = segment.end
      } else {
        result.append(segment)
      }
    }
  }
}

extension Segment {
  /// Returns the overlap of two closed segments.
  func shared(with other: Segment) -> Milliseconds {
    guard let end, let theirs = other.end else { return .zero }
    return max(.zero, min(end, theirs) - max(start, other.start))
  }

  func part(before cut: Instant) -> Segment? {
    guard let end, start < cut else { return nil }
    return Segment(start: start, end: min(end, cut))
  }

  func part(after cut: Instant) -> Segment? {
    guard let end, end > cut else { return nil }
    return Segment(start: max(start, cut), end: end)
  }

  func overlaps(_ other: Segment, now: Instant) -> Bool {
    let mine = max(start, end ?? now)
    let theirs = max(other.start, other.end ?? now)
    return max(start, other.start) < min(mine, theirs)
  }

  /// Whether the segment has a length; false if it was paused in the moment it began.
  var hasTime: Bool { end.map { start < $0 } ?? true }

  func comesBefore(_ other: Segment) -> Bool {
    start != other.start ? start < other.start : !hasTime && other.hasTime
  }
}
