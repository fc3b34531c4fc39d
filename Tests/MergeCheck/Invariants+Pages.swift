import Cairn

extension HistoryCheck {
  /// Explicit values are current, and no page counts twice.
  func pagesCountOnce() throws(Failure) {
    let view = person.view
    var counted: [Int: [Range<Int64>]] = [:]
    for (index, span) in view.pages.enumerated() {
      guard let span else { continue }
      try explicitPagesCount(index, span)
      guard view.content.sessions[index].isReread != true, let reading = view.reading(of: index),
        span.count > 0
      else { continue }
      counted[reading, default: []].append(span.firstCounted..<span.firstCounted + span.count)
    }
    for (reading, spans) in counted where !isReadBack(reading) {
      let sorted = spans.sorted { $0.lowerBound < $1.lowerBound }
      let isOnce = zip(sorted, sorted.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
      try require(isOnce, "pages count twice", "\(sorted)")
    }
    try notesAreShown()
  }

  private func explicitPagesCount(_ record: Int, _ span: PageSpan) throws(Failure) {
    let fields = person.view.content.sessions[record]
    if let page = fields.endPage { try require(span.end == page, "page overridden") }
    guard let count = fields.pageCount, fields.endPage == nil, fields.startPage == nil else {
      return
    }
    try require(span.count == count, "count overridden")
  }

  private func isReadBack(_ reading: Int) -> Bool {
    person.view.content.positions.contains {
      $0.isBackward && $0.reading.flatMap { person.view.reading($0) } == reading
    }
  }

  private func notesAreShown() throws(Failure) {
    let view = person.view
    for session in view.sessions {
      for member in session.members {
        let note = view.content.sessions[member].note ?? ""
        let isShown = note.isEmpty || (session.note?.contains(note) ?? false)
        try require(isShown, "note overridden", note)
      }
    }
  }
}
