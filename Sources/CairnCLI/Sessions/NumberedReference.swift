import Cairn

/// A row named by its place in a list, newest first: `last`, `@2`, or several as `@2..@5`.
enum NumberedReference {
  /// Returns the place from 1 of `last` or `@2`; nil for another word.
  static func place(_ word: String) -> Int? {
    if word == "last" { return 1 }
    guard word.hasPrefix("@"), let place = Int(word.dropFirst()), (1...10_000).contains(place)
    else { return nil }
    return place
  }

  /// Returns the hint for a word that names no row: the sign that a mere number lacks, or else the list with the ids.
  static func hint(_ word: String, orElse list: String) -> String {
    guard let place = Int(word), (1...10_000).contains(place) else { return list }
    return "Did you mean `@\(place)`? It counts from the newest. \(list)"
  }

  /// Returns the references that `@2..@5` stands for, or the word itself.
  ///
  /// Throws `usage.value` for a range that is too long or backwards.
  static func range(_ word: String, of plural: String) throws(CairnError) -> [String] {
    guard let dots = word.firstRange(of: "..") else { return [word] }
    let ends = [word[..<dots.lowerBound], word[dots.upperBound...]].map { place(String($0)) }
    guard let first = ends[0], let last = ends[1], first <= last, last - first < 1_000 else {
      throw CairnError(
        "usage.value",
        "“\(word)” is not a range of \(plural).",
        hint: "Write the newest first, at most 1,000: @2..@5."
      )
    }
    return (first...last).map { "@\($0)" }
  }
}
