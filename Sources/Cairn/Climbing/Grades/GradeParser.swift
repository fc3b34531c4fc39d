/// A strict parser for the grades of one scale.
struct GradeParser {
  let scale: GradeScale

  /// Returns the position of the grade; nil for a text that is not a grade of the scale.
  func span(of text: String) -> GradeSpan? {
    guard let parts = parts(of: text), let name = name(parts[0]) else { return nil }
    let low = scale.ladder.span(of: name, in: scale)
    guard parts.count == 2, let low else { return low }
    guard let (next, high) = second(parts[1], after: name), low.upper < high.lower,
      areAdjacent(name, low, next, high)
    else { return nil }
    return GradeSpan(from: low, to: high)
  }

  /// Returns whether the text is two grades with the harder one first.
  func isReversed(_ text: String) -> Bool {
    guard let parts = parts(of: text), parts.count == 2, let name = name(parts[0]),
      let low = scale.ladder.span(of: name, in: scale), let high = second(parts[1], after: name)
    else { return false }
    return high.span.upper < low.lower
  }

  /// Returns whether the text is two grades, the easier one first, with other grades in between.
  func hasGap(_ text: String) -> Bool {
    guard let parts = parts(of: text), parts.count == 2, let name = name(parts[0]),
      let low = scale.ladder.span(of: name, in: scale),
      let (next, high) = second(parts[1], after: name), low.upper < high.lower
    else { return false }
    return !areAdjacent(name, low, next, high)
  }

  /// Returns whether two grades are adjacent, so that a climb can be between them.
  ///
  /// Between two grades without a sign there may be grades with one: `6a+` in `6a/6b`. Two numbers
  /// that each include several grades are too imprecise: `5.14/15`.
  private func areAdjacent(
    _ first: GradeName,
    _ low: GradeSpan,
    _ second: GradeName,
    _ high: GradeSpan
  ) -> Bool {
    let ladder = scale.ladder
    let (from, to) = (GradeSpan.rung(nearest: low.upper), GradeSpan.rung(nearest: high.lower))
    if scale.isFamily(first), scale.isFamily(second) { return false }
    let between = ladder.offered.filter { from < $0 && $0 < to }
    let arePlain = first.sign == nil && second.sign == nil
    return between.allSatisfy { arePlain && ladder.rungs[$0].sign != nil }
  }

  /// Returns the range of grades around the number at the start of the text.
  func rungs(near text: String) -> ClosedRange<Int>? {
    guard var word = parts(of: text)?[0], dropPrefix(&word),
      let number = GradeName.parseNumber(&word, in: scale)
    else { return nil }
    let rungs = scale.ladder.rungs
    guard let first = rungs.firstIndex(where: { $0.number == number }),
      let last = rungs.lastIndex(where: { $0.number == number })
    else { return nil }
    return max(first - 1, 0)...min(last + 1, rungs.count - 1)
  }

  /// Returns the grade after the slash, with its missing parts taken from the first grade.
  private func second(
    _ word: ArraySlice<UInt8>,
    after first: GradeName
  ) -> (name: GradeName, span: GradeSpan)? {
    var word = word
    _ = dropPrefix(&word)
    guard let name = GradeName(word, in: scale)?.filled(from: first) else { return nil }
    return scale.ladder.span(of: name, in: scale).map { (name, $0) }
  }

  private func name(_ word: ArraySlice<UInt8>) -> GradeName? {
    var word = word
    if scale == .v, word.elementsEqual("v-easy".utf8) {
      return GradeName(number: GradeName.basic)
    }
    guard dropPrefix(&word), let name = GradeName(word, in: scale), name.number != nil
    else { return nil }
    return name
  }

  private func dropPrefix(_ word: inout ArraySlice<UInt8>) -> Bool {
    let prefix = scale.prefix.utf8.map(lowercased)
    guard word.starts(with: prefix) else { return false }
    word.removeFirst(prefix.count)
    return true
  }
}

extension GradeParser {
  /// Returns the one or two grades of a text in lower case, without suffixes.
  private func parts(of text: String) -> [ArraySlice<UInt8>]? {
    guard text.utf8.count <= Grade.longest else { return nil }
    let pieces = text.utf8.map(lowercased)
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(trimmed)
    guard pieces.count <= 2, let last = withoutSuffixes(pieces[pieces.count - 1]) else {
      return nil
    }
    return pieces.count == 2 ? [pieces[0], last] : splitAtDash(last)
  }

  /// Splits at a dash between two grades; a dash at the end is a minus.
  private func splitAtDash(_ word: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard !word.elementsEqual("v-easy".utf8), let dash = word.firstIndex(of: UInt8(ascii: "-")),
      dash + 1 < word.endIndex
    else { return [word] }
    return [word[..<dash], word[(dash + 1)...]]
  }

  /// Returns `5.7` for `5.7 R WI2`; nil if anything but suffixes follows the grade.
  private func withoutSuffixes(_ piece: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let words = piece.split(separator: 32)
    guard let grade = words.first else { return piece }
    let rest = words.dropFirst()
    return rest.isEmpty || (scale.allowsSuffixes && rest.allSatisfy(isSuffix)) ? grade : nil
  }

  /// Returns whether a word rates danger (`PG13`) or ice, mixed or aid climbing (`WI2`).
  private func isSuffix(_ word: ArraySlice<UInt8>) -> Bool {
    let dangers = ["g", "pg", "pg13", "pg-13", "r", "x"]
    if dangers.contains(where: { $0.utf8.elementsEqual(word) }) { return true }
    return ["wi", "ai", "m", "a", "c"].contains { kind in
      guard word.starts(with: kind.utf8) else { return false }
      let number = GradeName(word.dropFirst(kind.utf8.count), in: .ewbank)
      return number?.number != nil && number?.letter == nil
    }
  }

  private func trimmed(_ piece: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let rest = piece.drop { $0 == 32 }
    guard let last = rest.lastIndex(where: { $0 != 32 }) else { return rest }
    return rest[...last]
  }
}

private func lowercased(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
}
