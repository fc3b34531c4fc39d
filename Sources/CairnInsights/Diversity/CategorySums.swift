import Cairn

/// An accumulator of book parts per category.
///
/// Fixed lists have few categories, and most books have the category of the book before, so the
/// lookup is linear. Free-text categories can be as many as authors; they use a dictionary with
/// case-folded keys.
struct CategorySums {
  private let isFreeText: Bool
  private var places: [String: Int] = [:]
  /// The name of each category; for free text the alphabetically first spelling.
  private var values: [String] = []
  private var parts: [Parts] = []
  private var latest = 0

  init(isFreeText: Bool) { self.isFreeText = isFreeText }

  /// All categories with their parts.
  var all: [(value: String, parts: Parts)] { zip(values, parts).map { ($0, $1) } }

  mutating func add(_ more: Parts, to value: String) {
    if values.isEmpty || values[latest] != value {
      latest = isFreeText ? index(ofFree: value) : index(of: value)
    }
    parts[latest] += more
  }

  private mutating func index(of value: String) -> Int {
    if let index = values.firstIndex(of: value) { return index }
    return append(value)
  }

  private mutating func index(ofFree value: String) -> Int {
    let key = folded(value)
    guard let index = places[key] else {
      places[key] = values.count
      return append(value)
    }
    values[index] = min(values[index], value)
    return index
  }

  private mutating func append(_ value: String) -> Int {
    values.append(value)
    parts.append(.zero)
    return values.count - 1
  }
}
