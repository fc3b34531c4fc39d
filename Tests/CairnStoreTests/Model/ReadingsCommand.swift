import Cairn
import CairnActions
import CairnStore

/// A user action on the readings of a book; each is referred to by its number.
enum ReadingsCommand: Sendable {
  case date(DateEdits, Int)
  case again
  case earlier(PartialDay)
  case delete(Int)
}

extension ReadingsCommand {
  func run(in writer: LogWriter, _ id: Identifier<Entry>, _ zone: String) throws {
    let readings = try writer.book(id).readThroughs
    switch self {
    case .date(let edits, let number):
      let reading = number % 3 == 0 ? nil : Self.pick(readings, number)?.id
      try EditReading(reading, of: id, edits, zone: zone).run(in: writer)
    case .again: try AddReading(of: id, from: nil, zone: zone).run(in: writer)
    case .earlier(let finish):
      try AddReading(of: id, from: nil, to: finish, zone: zone).run(in: writer)
    case .delete(let number):
      guard let reading = Self.pick(readings, number) else { return }
      try DeleteReading(reading.id, of: id).run(in: writer)
    }
  }

  static func pick(_ readings: [ReadThrough], _ number: Int) -> ReadThrough? {
    readings.isEmpty ? nil : readings[number % readings.count]
  }
}

extension Model {
  mutating func change(_ id: Identifier<Entry>, _ command: ReadingsCommand) throws {
    let (today, readings) = (today, try book(id).readThroughs)
    switch command {
    case .date(let edits, let number):
      let reading = number % 3 == 0 ? nil : ReadingsCommand.pick(readings, number)?.id
      try change(id) {
        // An edit without changes checks no dates, which may be in the future in another zone.
        guard edits != DateEdits() else { return }
        try $0.edit(edits, of: reading, today: today, newID: $1)
      }
    case .again: try change(id) { try $0.reread(from: nil, today: today, newID: $1) }
    case .earlier(let finish):
      try change(id) { try $0.addReading(from: nil, to: finish, today: today, newID: $1) }
    case .delete(let number):
      guard let reading = ReadingsCommand.pick(readings, number) else { return }
      let isOpen = all(Session<NoDetail>.self).contains { session in
        session.kind == Reading.kind && session.timeline.end == nil
          && (try? find(Session<Reading>.self, session.id.record))?.detail.readThrough == reading.id
      }
      guard !isOpen else { throw Self.refused("a session is open") }
      try change(id) { book, _ in try book.remove(reading.id) }
      set(
        RecordField.isDeleted,
        .bool(true),
        ReadThrough.recordKind,
        reading.id.record
      )
    }
  }
}
