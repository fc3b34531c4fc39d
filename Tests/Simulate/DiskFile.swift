import Foundation

/// A file in memory that knows what a power cut would still take back.
final class DiskFile {
  unowned let disk: Disk
  private(set) var bytes = Data()
  /// Whether its name outlasts a power cut.
  private(set) var isNamed = false
  /// What stood in the sectors that were written since the last sync, by their numbers.
  private var old: [Int: Data] = [:]
  private var syncedCount = 0

  /// The most that a disk writes wholly or not at all.
  static let sector = 512

  init(on disk: Disk) { self.disk = disk }

  /// Puts other bytes in its place, as they are on the disk.
  func put(_ other: Data) {
    bytes = other
    sync()
  }

  /// Fills the buffer, with zeros behind the end; whether all of it was there.
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

  /// Makes what was written outlast a power cut.
  func sync() {
    (syncedCount, isNamed) = (bytes.count, true)
    old.removeAll(keepingCapacity: true)
  }

  /// Takes back what was not synced: all of it, nothing, or any sectors.
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

  /// Remembers what stands in the sectors of a range, where power may be cut.
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

/// What is lost of what was not synced when power is cut.
struct PowerCut {
  private let chance: SharedChance
  private let kind: Int

  init(_ chance: SharedChance) { (self.chance, kind) = (chance, chance.number(below: 4)) }

  /// Whether one more thing is as it was.
  func takesBack() -> Bool {
    switch kind {
    case 0: true
    case 1: false
    default: chance.isUnder(50)
    }
  }
}
