import Cairn

/// A sort key: a number, then the id.
struct SortKey: Comparable {
  private let number: Int64
  private let id: RecordID

  init(_ number: Int64, _ id: RecordID = RecordID(high: 0, low: 0)) {
    (self.number, self.id) = (number, id)
  }

  static func < (left: SortKey, right: SortKey) -> Bool {
    left.number != right.number ? left.number < right.number : left.id < right.id
  }

  /// Returns the indices in ascending order of their keys.
  static func order(_ all: [SortKey]) -> [Int] {
    all.indices.sorted { all[$0] < all[$1] }
  }
}

extension Array {
  /// Returns the elements in ascending order of their keys.
  ///
  /// It sorts indices, so that the sort is not specialised for each element type.
  func ordered(by key: (Element) -> SortKey) -> [Element] {
    SortKey.order(map(key)).map { self[$0] }
  }
}
