public import Cairn

/// A grade as a person writes it: with its scale, or in the one they usually write.
public struct WrittenGrade: Sendable, Hashable {
  /// The grade.
  public let text: String
  /// The scale, or nil for the person's own of the discipline.
  public let scale: GradeScale?

  /// Takes what was written; nothing is checked yet.
  public init(_ text: String, in scale: GradeScale? = nil) {
    (self.text, self.scale) = (text, scale)
  }
}

extension LogWriter {
  /// Reads a grade strictly in its scale; throws `grade.not_in_scale`.
  ///
  /// Without a scale it is the person's own of the discipline; without a discipline the one of
  /// their two that knows the grade, boulders first.
  public func grade(_ written: WrittenGrade, _ discipline: Discipline?) throws -> Grade {
    if let scale = written.scale { return try Grade(written.text, in: scale) }
    if let discipline { return try Grade(written.text, in: scale(of: discipline)) }
    let boulder = try? Grade(written.text, in: scale(of: .bouldering))
    return try boulder ?? Grade(written.text, in: scale(of: .sport))
  }

  /// The grade a climb has after an edit: `text` as written, nil to keep it, empty to take it away.
  ///
  /// It is read in the scale that is named, else in the one the climb has if `discipline`, its
  /// discipline after the edit, is graded in it, else in the person's own. Throws
  /// `grade.not_in_scale`, for a scale without any grade as well.
  public func grade(
    _ text: String?,
    in named: GradeScale?,
    of climb: Climb,
    _ discipline: Discipline?
  ) throws -> Grade? {
    let old = climb.grade
    let text = text ?? old?.text ?? ""
    guard !text.isEmpty else { return try named.map { scale in try Grade(text, in: scale) } }
    // What an import kept as it was is no grade that could be read again.
    if text == old?.text, (named ?? old?.scale) == old?.scale { return old }
    let fits = discipline == nil || discipline?.isForBoulders == old?.scale.isForBoulders
    return try grade(WrittenGrade(text, in: named ?? (fits ? old?.scale : nil)), discipline)
  }

  /// The scale in which the person writes the grades of a discipline.
  public func scale(of discipline: Discipline) throws -> GradeScale {
    let name = try setting(discipline.isForBoulders ? .boulderScale : .routeScale)
    return GradeScale(name: name) ?? (discipline.isForBoulders ? .v : .yds)
  }
}
