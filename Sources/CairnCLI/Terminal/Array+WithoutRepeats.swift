extension Array where Element: Hashable {
  /// The elements in order, each where it comes first.
  var withoutRepeats: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
