import Cairn
import CairnExchange

private let header = Array("start_timestamp,end_timestamp,ASIN,total_reading_millis,title\n".utf8)

/// Whatever the file, sessions are possible, and each is either planned or reported.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKindle(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  for file in [bytes, header + bytes] {
    let titles = (try? KindleTitles(file)) ?? KindleTitles()
    guard let read = try? KindleSessions.parse(file) else { continue }
    for session in read.sessions {
      let segment = Segment(start: session.started, end: session.ended)
      precondition((try? Timeline(ended: [segment])) != nil, "a session that is none")
      precondition(session.started < session.ended, "a session without time")
    }
    let plan = read.plan(for: LibraryIndex(), titles: titles, zone: .utc, now: .limit)
    precondition(read.sessions.isEmpty || !plan.items.isEmpty || !plan.issues.isEmpty, "lost")
  }
  return 0
}
