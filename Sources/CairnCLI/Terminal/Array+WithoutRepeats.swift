extension Array where Element: Hashable {
  /// The distinct elements in order of first occurrence.
  var withoutRepeats: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
