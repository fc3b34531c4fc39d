/// The positions of a statement's columns by name, each looked up once.
public struct ColumnPositions {
  private var known: [(name: StaticString, position: Int)] = []
  private var next = 0

  /// Creates the positions of a statement that has read nothing yet.
  public init() {}

  /// Returns the position of a column, with the names of all columns in case it is not known yet.
  ///
  /// Every row is mostly read in the same order, so a known position is found by comparing one address. Throws
  /// `statement` unless exactly one column has the name.
  public mutating func position(
    of name: StaticString,
    count: Int,
    nameAt: (Int) -> String?
  ) throws(StorageError) -> Int {
    if next == known.count { next = 0 }
    if next >= known.count || known[next].name.utf8Start != name.utf8Start {
      next = try index(of: name, count, nameAt)
    }
    next += 1
    return known[next - 1].position
  }

  private mutating func index(
    of name: StaticString,
    _ count: Int,
    _ nameAt: (Int) -> String?
  ) throws(StorageError) -> Int {
    if let index = known.firstIndex(where: { $0.name.utf8Start == name.utf8Start }) { return index }
    let text = name.description
    let positions = (0..<count).filter { nameAt($0) == text }
    guard positions.count == 1 else {
      let found = positions.isEmpty ? "no column" : "\(positions.count) columns"
      throw StorageError(.statement, "The statement has \(found) named \(text).")
    }
    known.append((name, positions[0]))
    return known.count - 1
  }
}
