import Cairn

/// A series with a book's position in it, as apps write both in one text: `River #2`,
/// `Dune (#2.0)`, `Dune Chronicles, #1`.
struct SeriesPosition: Equatable {
  /// The name of the series.
  let name: String
  /// The position as text: `1`, `0.5`, `1-3`; nil if unknown.
  let number: String?

  /// Parses a text; nil for a blank one.
  ///
  /// Only the first of several series between semicolons counts. `number` comes from another column
  /// and wins over the one in the text.
  init?(_ text: String?, number: String? = nil) {
    guard let text = text.map(collapsed), !text.isEmpty else { return nil }
    let stated = number.map(Self.plain)
    guard let split = Self.split(text) else {
      (name, self.number) = (text, stated)
      return
    }
    (name, self.number) = (split.name, stated ?? split.number)
  }

  /// Returns the name and number around the last `#`; nil if no number follows it.
  static func split(_ text: String) -> (name: String, number: String)? {
    let first = text.split(separator: ";").first ?? ""
    guard let hash = first.lastIndex(of: "#") else { return nil }
    var name = first[..<hash]
    let isEnclosed = name.last == "(" || name.last == "["
    while let last = name.last, ",([".contains(last) || last.isWhitespace { name.removeLast() }
    var rest = first[first.index(after: hash)...]
    if isEnclosed, let last = rest.last, ")]".contains(last) { rest.removeLast() }
    let number = trimmed(String(rest))
    guard !name.isEmpty, number.first?.isASCII == true, number.first?.isNumber == true
    else { return nil }
    return (trimmed(String(name)), plain(number))
  }

  /// Returns `2` for `2.0`, the form in which calibre and others write whole numbers.
  private static func plain(_ number: String) -> String {
    let number = number.first == "#" ? String(number.dropFirst()) : number
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) })
    else { return number }
    let fraction = parts[1].reversed().drop { $0 == "0" }.reversed().map { String($0) }.joined()
    return fraction.isEmpty ? String(parts[0]) : "\(parts[0]).\(fraction)"
  }
}
