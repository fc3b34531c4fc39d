import Foundation

/// A file in memory that knows what a power cut would lose.
final class DiskFile {
  unowned let disk: Disk
  private(set) var bytes = Data()
  /// Whether its name survives a power cut.
  private(set) var isNamed = false
  /// The previous content of sectors written after the last sync, by number.
  private var old: [Int: Data] = [:]
  private var syncedCount = 0

  /// The size of an atomic write, in bytes.
  static let sector = 512

  init(on disk: Disk) { self.disk = disk }

  /// Replaces its bytes, as on the disk.
  func put(_ other: Data) {
    bytes = other
    sync()
  }

  /// Fills the buffer, with zeros beyond the end, and returns whether the file was long enough.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
    let count = max(0, min(buffer.count, bytes.count - offset))
    if count > 0 {
      bytes.withUnsafeBytes {
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count]))
      }
    }
    guard count < buffer.count else { return true }
    UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).initializeMemory(
      as: UInt8.self,
      repeating: 0
    )
    return false
  }

  func write(_ new: UnsafeRawBufferPointer, at offset: Int) {
    let end = offset + new.count
    keep(offset..<end)
    if bytes.count < end { bytes.count = end }
    bytes.withUnsafeMutableBytes {
      UnsafeMutableRawBufferPointer(rebasing: $0[offset..<end]).copyMemory(from: new)
    }
  }

  func truncate(to count: Int) {
    if count < bytes.count { keep(count..<bytes.count) }
    bytes.count = count
  }

  /// Makes written data survive a power cut.
  func sync() {
    (syncedCount, isNamed) = (bytes.count, true)
    old.removeAll(keepingCapacity: true)
  }

  /// Reverts unsynced data: all, none, or random sectors.
  func cutPower(_ cut: PowerCut) {
    let count = cut.takesBack() ? syncedCount : bytes.count
    bytes.count = max(syncedCount, bytes.count)
    for (sector, content) in old.sorted(by: { $0.key < $1.key }) where cut.takesBack() {
      let start = sector * Self.sector
      let end = min(start + Self.sector, bytes.count)
      bytes.replaceSubrange(start..<end, with: content.prefix(end - start))
    }
    bytes.count = count
    sync()
  }

  /// Stores the content of the sectors in a range before it is overwritten.
  private func keep(_ range: Range<Int>) {
    guard disk.mayFail else { return }
    for sector in (range.lowerBound / Self.sector)...((range.upperBound - 1) / Self.sector)
    where old[sector] == nil {
      let start = min(sector * Self.sector, bytes.count)
      var content = Data(bytes[start..<min(start + Self.sector, bytes.count)])
      content.count = Self.sector
      old[sector] = content
    }
  }
}

/// The unsynced data that a power cut loses.
struct PowerCut {
  private let chance: SharedChance
  private let kind: Int

  init(_ chance: SharedChance) { (self.chance, kind) = (chance, chance.number(below: 4)) }

  /// Returns whether the next item is lost.
  func takesBack() -> Bool {
    switch kind {
    case 0: true
    case 1: false
    default: chance.isUnder(50)
    }
  }
}
