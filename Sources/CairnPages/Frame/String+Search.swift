// Searches for texts in texts: those of the standard library need a module that Embedded Swift lacks.

extension String {
  /// Returns whether the text has another one in it.
  func includes(_ other: String) -> Bool {
    indices.contains { self[$0...].hasPrefix(other) }
  }

  /// Returns the parts between a separator that are not empty.
  func parts(between separator: String) -> [String] {
    var (parts, rest) = ([""], self[...])
    while let next = rest.first {
      let isSeparator = rest.hasPrefix(separator)
      if isSeparator { parts.append("") } else { parts[parts.count - 1].append(next) }
      rest = rest.dropFirst(isSeparator ? separator.count : 1)
    }
    return parts.filter { !$0.isEmpty }
  }
}
