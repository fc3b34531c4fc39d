import Cairn
import CairnExchange

/// Whatever the file, values are in range, raw rows are canonical JSON and issues are in order.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGoodreads(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  _ = try? FileFormat(sniffing: bytes)
  guard let export = try? GoodreadsExport.parse(bytes) else { return 0 }
  export.books.forEach(check)
  let lines = export.issues.map(\.line)
  precondition(zip(lines, lines.dropFirst()).allSatisfy { $0 <= $1 }, "issues out of order")
  return 0
}

private func check(_ book: GoodreadsBook) {
  precondition(!book.title.text.isEmpty, "a book without a title")
  precondition(book.quarterStars.map { (1...20).contains($0) } ?? true, "an impossible rating")
  precondition(book.pages.map { $0 > 0 } ?? true, "an impossible number of pages")
  precondition(book.isbn == nil || book.invalidISBN == nil, "a number both right and wrong")
  precondition(Set(book.shelves).count == book.shelves.count, "a shelf twice")
  let raw = try? JSON(parsing: Array(book.raw.utf8))
  precondition(raw?.canonicalText == book.raw, "a row that is no canonical JSON")
}
