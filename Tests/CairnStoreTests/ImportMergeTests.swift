import Cairn
import CairnStore
import CairnTestKit
import Testing

/// Returns fields with a rating or null.
private func fields(_ rating: Int64?) -> Fields {
  var fields = Fields()
  fields.set("rating", rating)
  return fields
}

private let id = RecordID(high: 1, low: 2)
private let work = Identifier<Work>(RecordID(high: 1, low: 3))
private let stamp = Stamp(time: 1, node: 1)

/// Returns an import row with a rating, or without one.
private func row(_ rating: Int64?, onlyWhenNew: Set<String> = []) -> PlannedRecord {
  var entry = Entry(id: Identifier(id), work: work, added: nil)
  entry.rating = rating
  return PlannedRecord(entry, onlyWhenNew: onlyWhenNew)
}

/// Returns the record after an import of `stated` and an edit to `now`.
private func record(
  stated: Int64?,
  _ source: String = "goodreads",
  now: Int64?? = nil,
  deleted: String? = nil
) -> Record {
  var record = Record(
    kind: Entry.recordKind,
    id: id,
    fields: row(stated).merge(into: nil, from: source).set,
    stamp: stamp
  )
  var edit = Fields()
  if let now { edit.set("rating", now) }
  if let deleted { edit.set("deleted", deleted) }
  record.set(edit, stamp: stamp)
  return record
}

@Suite struct `A merge of an imported record` {
  @Test func `stores no NUL character, which PostgreSQL rejects`() {
    var entry = Entry(id: Identifier(id), work: work, added: nil)
    entry.notes = "a\u{0}b"
    #expect(PlannedRecord(entry).fields["notes"] == .text("ab"))
  }

  /// The previous value of the source, the stored value, the new value; the result and the number of kept edits.
  @Test(
    arguments: [
      (nil, nil, 4, 4, 0), (nil, 3, 4, 3, 0), (3, 3, 3, 3, 0), (3, 3, 4, 4, 0), (3, 5, 3, 5, 0),
      (3, 5, 4, 5, 1), (3, 4, 4, 4, 0), (3, nil, 3, nil, 0), (3, nil, 4, nil, 1), (3, 3, nil, 3, 0),
      (3, 5, nil, 5, 0), (nil, nil, nil, nil, 0),
    ] as [(Int64?, Int64?, Int64?, Int64?, Int)]
  )
  func `changes a field only if the same source set it last`(
    base: Int64?,
    now: Int64?,
    stated: Int64?,
    result: Int64?,
    kept: Int
  ) throws {
    var known = record(stated: base, now: now)
    let merge = row(stated).merge(into: known, from: "goodreads")
    known.set(merge.set, stamp: stamp)
    #expect(try known.fields.integer("rating") == result)
    #expect(merge.kept == kept)
    let again = row(stated).merge(into: known, from: "goodreads")
    #expect(again.set.isEmpty)
    #expect(again.kept == 0)
  }

  @Test func `changes nothing when the same row is imported again`() {
    #expect(row(3).merge(into: record(stated: 3), from: "goodreads").set.isEmpty)
  }

  @Test func `keeps the values of another source`() throws {
    var known = record(stated: 3)
    for _ in 1...2 {
      known.set(row(5).merge(into: known, from: "koreader").set, stamp: stamp)
      known.set(row(4).merge(into: known, from: "goodreads").set, stamp: stamp)
    }
    #expect(try known.fields.integer("rating") == 4)
    #expect(row(5).merge(into: known, from: "koreader").set.isEmpty)
    #expect(row(4).merge(into: known, from: "goodreads").set.isEmpty)
  }

  @Test func `remembers values that are no longer in the file`() {
    var known = record(stated: 3)
    known.set(row(nil).merge(into: known, from: "goodreads").set, stamp: stamp)
    #expect(row(3).merge(into: known, from: "goodreads").set.isEmpty)
  }

  @Test func `sets some fields only on a new record`() {
    let planned = row(4, onlyWhenNew: ["rating"])
    #expect(planned.merge(into: nil, from: "koreader").set["rating"] == .integer(4))
    let known = record(stated: nil)
    #expect(planned.merge(into: known, from: "koreader").set["rating"] == .null)
  }

  @Test func `lets another source replace an implied value`() throws {
    var entry = Entry(id: Identifier(id), work: work, added: nil)
    entry.rating = 4
    let implied = PlannedRecord(entry, implied: ["rating"])
    var known = Record(
      kind: Entry.recordKind,
      id: id,
      fields: implied.merge(into: nil, from: "koreader").set,
      stamp: stamp
    )
    #expect(implied.merge(into: known, from: "koreader").set.isEmpty)
    known.set(row(5).merge(into: known, from: "goodreads").set, stamp: stamp)
    #expect(try known.fields.integer("rating") == 5)
    #expect(implied.merge(into: known, from: "koreader").set.isEmpty)
  }

  /// When the log and the source set the position, in seconds; the winner's page.
  @Test(arguments: [(100, 99, 10), (100, 101, 20), (100, 100, 10)] as [(Int64, Int64, Int64)])
  func `keeps the later of two bookmarks`(stored: Int64, noted: Int64, page: Int64) throws {
    var mine = ReadThrough(id: Identifier(id), entry: Identifier(id), started: nil, at: nil)
    var fields = Fields()
    mine.write(to: &fields)
    fields.set("position", "page:10/300")
    var known = Record(
      kind: ReadThrough.recordKind,
      id: id,
      fields: fields,
      stamp: Stamp(time: UInt64(stored * 1_000) << 16, node: 1)
    )
    mine = ReadThrough(id: mine.id, entry: mine.entry, started: nil, at: try .page(20, of: 300))
    let planned = PlannedRecord(
      mine,
      recordedAt: ["position": Instant(milliseconds: noted * 1_000)]
    )
    known.set(planned.merge(into: known, from: "koreader").set, stamp: known.stamp)
    #expect(try known.fields.text("position") == "page:\(page)/300")
  }

  @Test func `restores an undone record with the values of the new row only`() {
    let undone = record(stated: 3, now: 5, deleted: Deletion.byUndo)
    let set = row(nil).merge(into: undone, from: "koreader").set
    #expect(set["deleted"] == .null)
    #expect(set["rating"] == .null)
    #expect(set[ImportMerge.field(of: "goodreads")] == .null)
    #expect(set["work"] == .text(work.record.text))
  }

  @Test func `ignores a changed source row`() {
    var entry = Entry(id: Identifier(id), work: work, added: nil)
    entry.sourceRow = #"{"Average Rating":"4.2"}"#
    var known = Record(
      kind: Entry.recordKind,
      id: id,
      fields: PlannedRecord(entry).merge(into: nil, from: "goodreads").set,
      stamp: stamp
    )
    entry.sourceRow = #"{"Average Rating":"4.3"}"#
    #expect(PlannedRecord(entry).merge(into: known, from: "goodreads").set.isEmpty)
    entry.rating = 4
    known.set(PlannedRecord(entry).merge(into: known, from: "goodreads").set, stamp: stamp)
    #expect(known.fields["sourceRow"] == .text(#"{"Average Rating":"4.3"}"#))
  }

  @Test func `ignores the source's last values when they are not readable`() throws {
    var known = record(stated: 3)
    var edit = Fields()
    edit.set(ImportMerge.field(of: "goodreads"), "{")
    known.set(edit, stamp: stamp)
    let merge = row(4).merge(into: known, from: "goodreads")
    #expect(merge.set["rating"] == .null)
    #expect(merge.kept == 0)
  }
}

@Suite struct `An import plan` {
  @Test func `uses the first of two rows for one record`() {
    let items = [row(3), row(4)].map { ImportItem(line: nil, title: "", records: [$0]) }
    let plan = ImportPlan(source: "goodreads", title: "", items: items, issues: [])
    #expect(plan.items.map(\.records) == [[row(3)], []])
  }
}

@Suite struct `A session's read-through` {
  private func reading(
    _ number: UInt64,
    _ days: String,
    _ outcome: ReadThrough.Outcome? = .finished,
    by sources: Set<String> = []
  ) -> KnownReadThrough {
    let parts = days.split(separator: "..", omittingEmptySubsequences: false)
    return KnownReadThrough(
      id: Identifier(RecordID(high: 0, low: number)),
      started: PartialDay(text: String(parts[0])),
      ended: PartialDay(text: String(parts[1])),
      outcome: outcome,
      sources: sources
    )
  }

  @Test(
    arguments: [
      ("2025-02-15", 1), ("2025-03-01", 1), ("2025-03-02", 2), ("2025-06-01", 2), ("2025-06-02", 2),
      ("2025-07-01", 3), ("2026-01-01", 3),
    ] as [(String, UInt64)]
  )
  func `is the one that contains its day`(day: String, number: UInt64) throws {
    let readings = [
      reading(3, "2025-07-01..", nil), reading(1, "2025-01-01..2025-03-01"),
      reading(2, "..2025-06-01"),
    ]
    let found = readings.reading(on: try #require(LocalDay(text: day)))
    #expect(found?.id.record.low == number)
  }

  @Test func `is the open one when none contains its day`() throws {
    let day = try #require(LocalDay(text: "2025-01-01"))
    #expect([reading(1, "2025-07-01..", nil)].reading(on: day)?.id.record.low == 1)
    #expect([reading(1, "..")].reading(on: day)?.id.record.low == 1)
    #expect([KnownReadThrough]().reading(on: day) == nil)
  }
}
