import Cairn
import CairnExchange

/// Whatever the file, every record is a passage or an issue, and each passage can be stored.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzClippings(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  // The second file has the bytes as the line that tells how, where and when.
  let line = bytes.filter { $0 != 0x0A }
  let marked = Array("Emma (Austen, Jane)\n- ".utf8) + line + Array("\n\nwords\n==========\n".utf8)
  for file in [bytes, marked] {
    guard let read = try? Clippings.parse(file) else { continue }
    for clipping in read.clippings {
      precondition((try? Work.requireTitle(clipping.title)) != nil, "a book without a title")
      precondition(clipping.text != "", "an empty text")
      let made = clipping.made?.text
      precondition(made == nil || WallTime(text: made ?? "")?.text == made, "a time that is none")
    }
    let lines = read.clippings.map(\.line)
    precondition(zip(lines, lines.dropFirst()).allSatisfy { $0 < $1 }, "lines out of order")
    let records = read.plan(for: LibraryIndex()).items.flatMap(\.records)
    for record in records where record.kind == Annotation.recordKind {
      precondition(
        (try? Annotation(recordID: record.id, fields: record.fields)) != nil,
        "unreadable"
      )
    }
  }
  return 0
}
