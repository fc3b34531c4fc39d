import Cairn
import CairnExchange

/// Whatever page views a file holds, sessions are whole, in order, and no longer than the dwell.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKOReader(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var numbers = Numbers(bytes: Array(UnsafeBufferPointer(start: start, count: count)))
  var pages: [KOReaderPage] = []
  while let id = numbers.next(1), let page = numbers.next(2), let began = numbers.next(4),
    let duration = numbers.next(2), let total = numbers.next(2)
  {
    pages.append(
      KOReaderPage(
        bookID: id % 4,
        page: page,
        startTime: began,
        duration: duration,
        totalPages: total
      )
    )
  }
  let books = (0..<3).map {
    KOReaderBook(
      id: $0,
      title: "Book \($0)",
      authors: "One\nTwo",
      pages: 300,
      series: nil,
      language: nil,
      md5: nil
    )
  }
  let statistics = KOReaderStatistics(books: books, pages: pages)
  let derived = KOReaderSessions.derive(from: statistics)
  for session in derived.sessions {
    let segments = session.segments.map { Segment(start: $0.started, end: $0.ended) }
    precondition((try? Timeline(ended: segments)) != nil, "a session that is none")
  }
  let dwell = pages.reduce(0) { $0 + max(0, $1.duration) } * 1_000
  let active = derived.sessions.reduce(Milliseconds.zero) { $0 + $1.active }
  precondition(active.count <= dwell, "more time than there was")
  _ = statistics.plan(for: LibraryIndex(), zone: .utc, now: .limit)
  return 0
}

/// Takes signed whole numbers of so many bytes from the input.
private struct Numbers {
  let bytes: [UInt8]
  var offset = 0

  mutating func next(_ width: Int) -> Int64? {
    guard offset + width <= bytes.count else { return nil }
    defer { offset += width }
    let bits = bytes[offset..<offset + width].reduce(0 as Int64) { $0 << 8 | Int64($1) }
    let limit = Int64(1) << Int64(width * 8 - 1)
    return bits >= limit ? bits - 2 * limit : bits
  }
}
