import Cairn
import CairnTestKit
import Testing

@Suite struct `Random operations on a book` {
  @Test(arguments: SeededGenerator.seeds)
  func `leave valid dates, and a rejected one changes nothing`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<80 {
      var book = try book(pages: random.oneIn(3) ? nil : 300)
      var today = try day("2026-01-01")
      var made: UInt64 = 0
      for _ in 0..<25 {
        today = today + Int32(random.number(0...20))
        let before = book
        do {
          try random.step(&book, today) {
            made += 1
            return RecordID(high: 4, low: made)
          }
        } catch {
          #expect(book == before)
        }
        check(book, today)
      }
    }
  }

  private func check(_ book: Book, _ today: LocalDay) {
    let readings = book.readThroughs
    #expect(readings.count { $0.outcome == nil } <= 1)
    for (one, next) in zip(readings, readings.dropFirst()) {
      let areTogether = (one.ended ?? one.started) == (next.ended ?? next.started)
      #expect(one.precedes(next) || areTogether)
    }
    #expect(Set(readings.map(\.id)).count == readings.count)
    for reading in readings {
      let dates = [reading.started, reading.finished, reading.stopped].compactMap(\.self)
      #expect(dates.allSatisfy { $0.first <= today })
      #expect(reading.finished == nil || reading.outcome == .finished)
      #expect(reading.stopped == nil || (reading.outcome != nil && reading.outcome != .finished))
      if let start = reading.started, let end = reading.ended {
        #expect(!end.isSurelyBefore(start))
      }
    }
    if book.entry.status == .reading { #expect(book.openReading != nil) }
  }
}

extension SeededGenerator {
  /// Applies one random operation to a book.
  fileprivate mutating func step(
    _ book: inout Book,
    _ today: LocalDay,
    _ newID: () -> RecordID
  ) throws(CairnError) {
    let one = book.readThroughs.isEmpty ? nil : pick(book.readThroughs).id
    let date = partialDay(around: Int64(today.number))
    switch number(0...5) {
    case 0: book.changeStatus(pick(ReadingStatus.all), today: today, newID: newID)
    case 1: try book.reread(from: oneIn(2) ? date : nil, today: today, newID: newID)
    case 2:
      let start = oneIn(2) ? partialDay(around: Int64(today.number)) : nil
      try book.addReading(from: start, to: date, today: today, newID: newID)
    case 3: if let one { try book.remove(one) }
    case 4:
      let outcomes: [ReadThrough.Outcome?] = [.finished, .gaveUp, .reset, nil]
      if let one { try book.setOutcome(pick(outcomes), of: one) }
    default:
      var edits = DateEdits()
      edits.started = edit(today)
      edits.finished = edit(today)
      edits.stopped = edit(today)
      try book.edit(edits, of: oneIn(2) ? one : nil, today: today, newID: newID)
    }
  }

  private mutating func edit(_ today: LocalDay) -> DateEdit {
    switch number(0...3) {
    case 0: .set(partialDay(around: Int64(today.number)))
    case 1: .clear
    default: .keep
    }
  }
}
