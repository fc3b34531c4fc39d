import Cairn

/// Where a thing stands among others of its kind: by a number, then by its identity.
struct SortKey: Comparable {
  private let number: Int64
  private let id: RecordID

  init(_ number: Int64, _ id: RecordID = RecordID(high: 0, low: 0)) {
    (self.number, self.id) = (number, id)
  }

  static func < (left: SortKey, right: SortKey) -> Bool {
    left.number != right.number ? left.number < right.number : left.id < right.id
  }

  /// The places of things in ascending order of where they stand.
  static func order(_ all: [SortKey]) -> [Int] {
    all.indices.sorted { all[$0] < all[$1] }
  }
}

extension Array {
  /// The elements in ascending order.
  ///
  /// Only their places are sorted, so that sorting is not compiled once more for each type.
  func ordered(by standing: (Element) -> SortKey) -> [Element] {
    SortKey.order(map(standing)).map { self[$0] }
  }
}
