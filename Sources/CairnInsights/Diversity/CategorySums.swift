import Cairn

/// The parts of books in each category, while they are added up.
///
/// A list has few categories and most books are in that of the book before, so places are looked for
/// one by one; words of a person's own can be as many as there are authors, and are the same whatever
/// their case.
struct CategorySums {
  private let areFree: Bool
  private var places: [String: Int] = [:]
  /// The word of each category; of a person's own the first by the alphabet.
  private var values: [String] = []
  private var parts: [Parts] = []
  private var latest = 0

  init(areFree: Bool) { self.areFree = areFree }

  /// Each category with its parts.
  var all: [(value: String, parts: Parts)] { zip(values, parts).map { ($0, $1) } }

  mutating func add(_ more: Parts, to value: String) {
    if values.isEmpty || values[latest] != value {
      latest = areFree ? place(ofFree: value) : place(of: value)
    }
    parts[latest] += more
  }

  private mutating func place(of value: String) -> Int {
    if let place = values.firstIndex(of: value) { return place }
    return append(value)
  }

  private mutating func place(ofFree value: String) -> Int {
    let key = folded(value)
    guard let place = places[key] else {
      places[key] = values.count
      return append(value)
    }
    values[place] = min(values[place], value)
    return place
  }

  private mutating func append(_ value: String) -> Int {
    values.append(value)
    parts.append(.zero)
    return values.count - 1
  }
}
