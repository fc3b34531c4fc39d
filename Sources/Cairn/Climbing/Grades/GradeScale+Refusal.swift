extension GradeScale {
  /// The name in a sentence: `the V scale`, `the French scale`.
  var named: String { "the \(self == .v ? "V" : title) scale" }

  /// Returns the error for a text that is not a grade of this scale, with a hint for a valid one.
  func refusal(of text: String) -> CairnError {
    let scale = named
    guard !text.isEmpty else {
      return CairnError("grade.not_in_scale", "No grade of \(scale) was given.", hint: example)
    }
    return CairnError(
      "grade.not_in_scale",
      "The grade “\(text.prefix(40))” is not in \(scale).",
      hint: advice(for: text)
    )
  }

  private func advice(for text: String) -> String {
    let reader = GradeParser(scale: self)
    if reader.isReversed(text) { return "Write the easier grade first." }
    if reader.hasGap(text) { return "Write one grade, or two adjacent ones." }
    if let other = other(for: text) { return other }
    guard let near = reader.rungs(near: text) else { return example }
    return
      "Choose a similar grade: \(near.map { label(ladder.rungs[$0]) }.joined(separator: ", "))."
  }

  /// Returns a hint with the scales that have the grade: those for the same discipline, otherwise the
  /// V scale or YDS, because their form is unmistakable.
  private func other(for text: String) -> String? {
    let knowing = GradeScale.all.filter { Grade(lenient: text, in: $0)?.isOrdered == true }
    let sameKind = knowing.filter { $0.isForBoulders == isForBoulders }
    if !sameKind.isEmpty {
      let titles = sameKind.map { $0.named }.joined(separator: " and ")
      let names = sameKind.map { $0.name }.joined(separator: " or ")
      return "It is a grade of \(titles): name that scale, \(names)."
    }
    guard let other = knowing.first(where: { $0 == .v || $0 == .yds }) else { return nil }
    let disciplines = Discipline.all.filter { $0.isForBoulders == other.isForBoulders }
    let names = disciplines.map { $0.name }.joined(separator: ", ")
    return "It is a grade of \(other.named): name its discipline, \(names)."
  }

  private var example: String {
    let (grades, middle) = (grades, grades.count / 2)
    return
      "Write a grade from \(grades[0]) to \(grades[grades.count - 1]), such as \(grades[middle]), "
      + "or \(grades[middle])/\(grades[middle + 1]) between two."
  }
}
