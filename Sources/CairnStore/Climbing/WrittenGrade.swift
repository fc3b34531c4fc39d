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

  /// The scale in which the person writes the grades of a discipline.
  public func scale(of discipline: Discipline) throws -> GradeScale {
    let name = try setting(discipline.isForBoulders ? .boulderScale : .routeScale)
    return GradeScale(name: name) ?? (discipline.isForBoulders ? .v : .yds)
  }
}
