/// The grades of one scale from the easiest to the hardest, with their scores.
struct GradeLadder: Sendable {
  /// A range of scores and its grades: one, or two with a slash between them.
  struct Row: Sendable {
    let lower: Int
    let upper: Int
    let scores: ClosedRange<Int>
  }

  /// All grades, easiest first.
  private(set) var rungs: [GradeName] = []
  /// The indices of the grades that are offered for selection.
  private(set) var offered: [Int] = []
  /// All rows of the table, easiest first, with contiguous scores.
  private(set) var rows: [Row] = []

  /// Parses one text of `GradeTable`.
  init(_ text: String, of scale: GradeScale) {
    for entry in Array(text.utf8).split(whereSeparator: { $0 == 32 || $0 == 10 }) {
      let parts = entry.split(separator: UInt8(ascii: "="))
      addRung(parts[0], of: scale)
      if parts.count == 2 { addRow(to: parts[1], isBetween: parts[0].first == UInt8(ascii: "/")) }
    }
  }

  private mutating func addRung(_ word: ArraySlice<UInt8>, of scale: GradeScale) {
    let isOffered = word.first != UInt8(ascii: ".")
    guard let name = GradeName(isOffered ? word : word.dropFirst(), in: scale) else { return }
    if isOffered { offered.append(rungs.count) }
    rungs.append(name)
  }

  private mutating func addRow(to digits: ArraySlice<UInt8>, isBetween: Bool) {
    let first = (rows.last?.scores.upperBound ?? -1) + 1
    let last = digits.reduce(0) { $0 * 10 + Int($1) - 48 }
    let upper = isBetween ? rungs.count : rungs.count - 1
    rows.append(Row(lower: rungs.count - 1, upper: upper, scores: first...last))
  }
}

extension GradeLadder {
  /// Returns the position of a grade without a slash; nil if the scale does not have it.
  func span(of name: GradeName, in scale: GradeScale) -> GradeSpan? {
    if let rung = rungs.firstIndex(of: name) { return GradeSpan(GradeSpan.step * rung) }
    guard name.letter == nil, name.sign == nil || scale.allowsSigns else { return nil }
    let coversAllRungs = name.number.map { scale.numbersAlone?.contains($0) ?? false } ?? false
    return coversAllRungs ? family(of: name) : signed(name)
  }

  /// Returns the position of a number alone: its offered grades, or half of them with a sign.
  ///
  /// Of three grades, the half is only the hardest or the easiest: `5+` is `5C`.
  private func family(of name: GradeName) -> GradeSpan? {
    let candidates = offered.filter { rungs[$0].number == name.number }
    let half = name.sign == nil ? candidates.count : candidates.count / 2
    let part = name.sign == UInt8(ascii: "+") ? candidates.suffix(half) : candidates.prefix(half)
    guard let first = part.first, let last = part.last else { return nil }
    return GradeSpan(from: GradeSpan(GradeSpan.step * first), to: GradeSpan(GradeSpan.step * last))
  }

  /// Returns the position of a number with a sign that is not a grade of its own: beside the number,
  /// but not beyond the ends of the scale.
  private func signed(_ name: GradeName) -> GradeSpan? {
    guard let sign = name.sign, let rung = rungs.firstIndex(of: name.unsigned) else { return nil }
    let isHarder = sign == UInt8(ascii: "+")
    if rung == (isHarder ? rungs.count - 1 : 0) { return nil }
    let shift = isHarder ? GradeSpan.shift : -GradeSpan.shift
    return GradeSpan(GradeSpan.step * rung + shift)
  }
}

extension GradeLadder {
  /// Returns the scores of a grade; nil if the table has none for it.
  func scores(of span: GradeSpan) -> ClosedRange<Int>? {
    if let row = rows.first(where: { $0.lower < $0.upper && $0.span == span }) { return row.scores }
    guard let first = scores(at: span.lower), let last = scores(at: span.upper) else { return nil }
    return first.lowerBound...last.upperBound
  }

  /// Returns the scores at a point; a grade without a row has half the scores of its unsigned form.
  private func scores(at point: Int) -> ClosedRange<Int>? {
    let rung = GradeSpan.rung(nearest: point)
    let shift = point - GradeSpan.step * rung
    if shift == 0, let own = scores(ofRung: rung) { return own }
    let sign = rungs[rung].sign.map { $0 == UInt8(ascii: "+") ? 1 : -1 } ?? shift
    guard sign != 0, let base = rungs.firstIndex(of: rungs[rung].unsigned) else { return nil }
    return scores(ofRung: base).map { sign > 0 ? $0.upperHalf : $0.lowerHalf }
  }

  private func scores(ofRung rung: Int) -> ClosedRange<Int>? {
    rows.first { $0.lower == rung && $0.upper == rung }?.scores
  }
}

extension GradeLadder.Row {
  /// The position of the grade of this row.
  var span: GradeSpan {
    GradeSpan(from: GradeSpan(GradeSpan.step * lower), to: GradeSpan(GradeSpan.step * upper))
  }
}

extension ClosedRange<Int> {
  fileprivate var lowerHalf: ClosedRange<Int> { lowerBound...(lowerBound + upperBound) / 2 }
  fileprivate var upperHalf: ClosedRange<Int> { (lowerBound + upperBound + 1) / 2...upperBound }
}
