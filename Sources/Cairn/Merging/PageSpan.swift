/// The pages of one session record.
package struct PageSpan: Sendable {
  /// The page on which it starts.
  package let start: Int64
  /// The page on which it ends.
  package let end: Int64
  /// The first page that counts.
  package let firstCounted: Int64
  /// The number of pages that count.
  package var count: Int64 { max(0, end - firstCounted) }
}

/// A moment in a read-through.
private struct ReadingStep {
  enum Event {
    case start(Int)
    case end(Int)
    case position(Int)
  }

  let at: Instant
  let id: RecordID
  let reading: Int
  let event: Event

  /// At the same moment, a session starts after everything else.
  static func precedes(_ left: ReadingStep, _ right: ReadingStep) -> Bool {
    if left.at != right.at { return left.at < right.at }
    if left.isStart != right.isStart { return right.isStart }
    return left.id < right.id
  }

  private var isStart: Bool {
    if case .start = event { true } else { false }
  }
}

extension LogView {
  /// Goes through each read-through in order of time.
  ///
  /// A page counts once, unless the person said that
  /// they read it again.
  mutating func countPages() {
    pages = Array(repeating: nil, count: times.count)
    var places = Array(repeating: Int64(0), count: times.count)
    for step in readingSteps() {
      switch step.event {
      case .position(let position): readings[step.reading]?.note(content.positions[position])
      case .start(let record): places[record] = readings[step.reading]?.place ?? 0
      case .end(let record): count(record, from: places[record], step.reading)
      }
    }
    for index in pages.indices {
      guard let span = pages[index], let session = sessionOf[index] else { continue }
      sessions[session].pages = (sessions[session].pages ?? 0) + span.count
    }
  }

  private func readingSteps() -> [ReadingStep] {
    var steps: [ReadingStep] = []
    guard !readings.isEmpty else { return steps }
    steps.reserveCapacity(2 * times.count + content.positions.count)
    for index in times.indices where sessionOf[index] != nil {
      guard let time = times[index], let reading = reading(of: index), time.start != .endless else {
        continue
      }
      let id = content.sessions[index].id
      steps.append(ReadingStep(at: time.start, id: id, reading: reading, event: .start(index)))
      guard let end = time.end else { continue }
      steps.append(ReadingStep(at: end, id: id, reading: reading, event: .end(index)))
    }
    for index in content.positions.indices {
      let position = content.positions[index]
      guard let at = position.at, let reading = position.reading.flatMap({ reading($0) }) else {
        continue
      }
      steps.append(
        ReadingStep(at: at, id: position.id, reading: reading, event: .position(index))
      )
    }
    steps.sort(by: ReadingStep.precedes)
    return steps
  }

  /// Counts the pages of a session that ends, from the page at which the bookmark was when it began.
  private mutating func count(_ record: Int, from place: Int64, _ reading: Int) {
    let stated = content.sessions[record].startPage
    let count = content.sessions[record].pageCount
    let high = readings[reading]?.high ?? 0
    let page = content.sessions[record].endPage ?? notedPage(record, beyond: place, reading)
    var start = stated ?? max(place, high)
    guard let end = page ?? count.map({ start + $0 }) else { return }
    if end < start { report(.endsBeforeStart, record, end, start) }
    if stated == nil { start = min(start, end) }
    let isReread =
      stated != nil ? content.sessions[record].isReread ?? false : page == nil
    let first = isReread ? start : min(end, max(start, high))
    if first != start { report(.pagesCountedBefore, record, start, first) }
    pages[record] = PageSpan(start: start, end: end, firstCounted: first)
    readings[reading]?.place = end
    readings[reading]?.high = max(high, end)
  }

  /// Returns the page that was noted while a session ran that states none, if it is beyond the place
  /// where it began.
  private func notedPage(_ record: Int, beyond place: Int64, _ reading: Int) -> Int64? {
    guard content.sessions[record].pageCount == nil, let time = times[record],
      let noted = readings[reading]?.noted, noted.at >= time.start, noted.page > place
    else { return nil }
    return noted.page
  }

  private mutating func report(
    _ kind: MergeIssue.Kind,
    _ record: Int,
    _ one: Int64,
    _ other: Int64
  ) {
    issues.insert(MergeIssue(kind, content.sessions[record].id, numbers: [one, other]))
  }
}

extension MergedReading {
  fileprivate mutating func note(_ position: PositionFields) {
    place = position.page
    noted = (position.at ?? .beginning, place)
    if position.isBackward { high = place }
  }
}
