/// The positions of a statement's columns by name, each looked up once.
public final class ColumnPositions {
  @usableFromInline typealias Known = (start: UnsafePointer<UInt8>, position: Int)
  // Memory behind constants: the checks of access to a class's variables take longer than the comparison.
  @usableFromInline let known: UnsafeMutablePointer<Known>
  @usableFromInline let cursor: UnsafeMutablePointer<(next: Int, count: Int)>
  private let columnCount: Int

  /// Creates the positions of a statement that has read nothing yet.
  public init(columnCount: Int) {
    self.columnCount = columnCount
    known = .allocate(capacity: 2 * columnCount + 1)
    cursor = .allocate(capacity: 1)
    cursor.initialize(to: (0, 0))
  }

  deinit {
    known.deallocate()
    cursor.deallocate()
  }

  /// Returns the position of a column that was looked up before, if it is the next one to be read.
  ///
  /// Every row is mostly read in the same order, so this compares one address.
  @inlinable @inline(__always)
  public func next(_ name: StaticString) -> Int? {
    let (next, count) = cursor.pointee
    guard next < count, known[next].start == name.utf8Start else { return nil }
    cursor.pointee.next = next + 1 == count ? 0 : next + 1
    return known[next].position
  }

  /// Returns the position of any column; throws `statement` unless exactly one has the name.
  public func find(
    _ name: StaticString,
    nameAt: (Int) -> String?
  ) throws(StorageError) -> Int {
    let count = cursor.pointee.count
    if let index = (0..<count).first(where: { known[$0].start == name.utf8Start }) {
      cursor.pointee.next = index + 1 == count ? 0 : index + 1
      return known[index].position
    }
    let position = try lookUp(name.description, nameAt)
    // Several decoders may read one statement, each with its own literals.
    let index = count > 2 * columnCount ? 0 : count
    (known + index).initialize(to: (name.utf8Start, position))
    cursor.pointee = (0, index + 1)
    return position
  }

  private func lookUp(_ name: String, _ nameAt: (Int) -> String?) throws(StorageError) -> Int {
    let positions = (0..<columnCount).filter { nameAt($0) == name }
    guard positions.count == 1 else {
      let found = positions.isEmpty ? "no column" : "\(positions.count) columns"
      throw StorageError(.statement, "The statement has \(found) named \(name).")
    }
    return positions[0]
  }
}
