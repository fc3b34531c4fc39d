import Cairn
import CairnExchange

/// The first byte chooses a program, the others are what it wrote: every session of any is possible,
/// is planned or reported, is no longer than told, and the same in every import.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzListening(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  _ = try? FileFormat(sniffing: bytes)
  guard let first = bytes.first else { return 0 }
  let (format, header) = programs[Int(first) % programs.count]
  guard let read = (try? format.history(Array(header.utf8) + bytes.dropFirst())) ?? nil else {
    return 0
  }
  read.stories.flatMap(\.sessions).forEach(check)
  let plan = read.plan(for: StoryIndex(), zone: .utc, zones: { _ in nil }, now: .limit)
  let ids = plan.items.compactMap { $0.records.first?.id }
  precondition(ids.count == plan.items.count, "an item of nothing")
  precondition(
    read.plan(for: StoryIndex(), zone: .utc, zones: { _ in nil }, now: .limit) == plan,
    "not the same again"
  )
  plan.items.forEach(check)
  return 0
}

private let programs: [(FileFormat, String)] = [
  (.audiobookshelf, ""),
  (
    .audible,
    "Start Date,Event Duration Milliseconds,Start Position Milliseconds,End Position Milliseconds,"
      + "Product Name,ASIN,Book Length Milliseconds,Narration Speed,Audio Type,Local Timezone\n"
  ),
  (.libby, "title,author,isbn,timestamp,activity,details,library\n"),
  (.libby, ""),
]

private func check(_ listen: ImportedListeningSession) {
  precondition(listen.length >= Listening.minimum, "a session that is none")
  precondition(listen.length.count <= 36_000_000_000, "more than can be")
  let raw = try? JSON(parsing: Array(listen.raw.utf8))
  precondition(raw?.canonicalText == listen.raw, "a row that is no canonical JSON")
}

/// What is planned can be stored and read again as the same.
private func check(_ item: ImportItem) {
  for record in item.records {
    if record.kind == Story.recordKind {
      let story = try? Story(recordID: record.id, fields: record.fields)
      precondition(story.map { PlannedRecord($0).fields } == record.fields, "a story that changes")
    } else {
      let session = try? Session<Listening>(recordID: record.id, fields: record.fields)
      precondition(session.map { PlannedRecord($0).fields } == record.fields, "a session changes")
    }
  }
}
