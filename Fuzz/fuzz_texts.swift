import Cairn

/// Stored texts: what is read is written and read again as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTexts(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  if let id = RecordID(text: text) { precondition(RecordID(text: id.text) == id) }
  if let short = ShortID(text: text) { precondition(ShortID(text: short.text) == short) }
  if let stamp = Stamp(text: text) { precondition(stamp.text == text) }
  if let day = LocalDay(text: text) { precondition(day.text == text) }
  if let instant = Instant(text: text) { precondition(Instant(text: instant.text) == instant) }
  if let mark = ClockMark(text: text) { precondition(ClockMark(text: mark.text) == mark) }
  if let isbn = try? ISBN(text) { precondition((try? ISBN(isbn.text)) == isbn) }
  if let position = try? Position(text: text) {
    precondition((try? Position(text: position.text)) == position)
    _ = (position.page(in: 300), position.hundredths(in: 300), position.isAtEnd)
  }
  if let timeline = try? Timeline(text: text, endedAt: nil) {
    precondition((try? Timeline(text: timeline.text, endedAt: nil)) == timeline)
  }
  for scale in GradeScale.all {
    guard let grade = try? Grade(text, in: scale) else { continue }
    precondition(Grade(lenient: grade.text, in: scale) == grade)
    precondition((try? Grade(grade.bucket, in: scale))?.bucket == grade.bucket)
    _ = GradeScale.all.map { grade.converted(to: $0)?.text }
  }
  precondition(folded(folded(text)) == folded(text), "folding is not done after one go")
  return 0
}
