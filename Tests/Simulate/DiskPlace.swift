import Foundation

/// The path by which SQLite finds a disk.
struct DiskPlace {
  /// A directory that exists on no system.
  static let folder = "/cairn-simulated-disks/"
  private static let known = Known()
  private let number: Int

  init() { number = Self.known.next() }

  var path: String { "\(Self.folder)\(number)/" }

  func hold(_ disk: Disk) { Self.known.set(number, Weak(disk: disk)) }

  func leave() { Self.known.set(number, nil) }

  /// Returns the disk of a path and the name of the file on it.
  static func find(_ path: UnsafePointer<CChar>) -> (disk: Disk, name: String)? {
    var rest: UnsafeMutablePointer<CChar>?
    let number = strtol(path + folder.utf8.count, &rest, 10)
    guard let rest, let disk = known.disk(number) else { return nil }
    return (disk, String(cString: rest + 1))
  }

  /// Returns whether a path belongs to a simulated disk.
  static func isOne(_ path: UnsafePointer<CChar>) -> Bool {
    strncmp(path, folder, folder.utf8.count) == 0
  }

  private struct Weak {
    weak var disk: Disk?
  }

  private final class Known: @unchecked Sendable {  // `disks`, `last`: under `lock`
    private let lock = NSLock()
    private var disks: [Int: Weak] = [:]
    private var last = 0

    func next() -> Int {
      lock.withLock {
        last += 1
        return last
      }
    }

    func set(_ number: Int, _ disk: Weak?) { lock.withLock { disks[number] = disk } }

    func disk(_ number: Int) -> Disk? { lock.withLock { disks[number]?.disk } }
  }
}
