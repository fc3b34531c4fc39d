import Cairn
import CairnExchange

/// The most bytes that are unpacked: enough for every kind of block.
private let limit = 1 << 20

/// Whatever the archive, what comes out keeps the limit; and packed bytes alone, given as the first
/// member of an archive made around them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzZip(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  for file in [bytes, archive(around: bytes)] {
    if let archive = try? ZipArchive(file),
      let member = try? archive.member("books.backup", limit: limit)
    {
      precondition(member.count <= limit, "more than was allowed")
    }
    guard let library = try? FileFormat.openreads.library(file) else { continue }
    let plan = library.plan(for: LibraryIndex(), today: LocalDay(number: 20_000))
    precondition(plan.items.count == library.books.count, "a book that is lost")
  }
  return 0
}

/// An archive whose first bytes say how its only member is packed, and whose checksum is wrong but
/// by chance: unpacking comes first.
private func archive(around bytes: [UInt8]) -> [UInt8] {
  let name = Array("books.backup".utf8)
  let size = [UInt8(truncatingIfNeeded: bytes.count), UInt8(bytes.count >> 8 & 0xFF), 0, 0]
  let zeros = [UInt8](repeating: 0, count: 14)
  let facts =
    [20, 0, 0, 0, bytes.first.map { $0 & 8 } ?? 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + size
    + [0, 0, 8, 0, UInt8(name.count), 0, 0, 0]
  let local = [0x50, 0x4B, 3, 4] + facts + name + bytes.dropFirst() + [0]
  let row = [0x50, 0x4B, 1, 2, 20, 0] + facts + zeros + name
  let place = [UInt8(local.count & 0xFF), UInt8(local.count >> 8 & 0xFF), 0, 0]
  return local + row + [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0] + place + [0, 0]
}
