public import Cairn

/// A grade as entered, with an explicit scale or in the person's default one.
public struct GradeInput: Sendable, Hashable {
  /// The grade as entered.
  public let text: String
  /// The scale, or nil for the person's default scale of the discipline.
  public let scale: GradeScale?

  /// Stores the input without validation.
  public init(_ text: String, in scale: GradeScale? = nil) {
    (self.text, self.scale) = (text, scale)
  }
}

extension RecordStore {
  /// Parses a grade strictly in its scale; throws `grade.not_in_scale`.
  ///
  /// The scale defaults to the person's scale of the discipline. Without a discipline, it tries their bouldering scale
  /// first, then their route scale.
  public func grade(_ written: GradeInput, _ discipline: Discipline?) throws(CairnError) -> Grade {
    if let scale = written.scale { return try Grade(written.text, in: scale) }
    if let discipline { return try Grade(written.text, in: scale(of: discipline)) }
    if let boulder = try? Grade(written.text, in: scale(of: .bouldering)) { return boulder }
    return try Grade(written.text, in: scale(of: .sport))
  }

  /// Returns a climb's grade after an edit: a nil `text` keeps it, an empty one removes it.
  ///
  /// Parses in the scale `named`, else in the climb's current scale if it fits `discipline` (the one after the edit),
  /// else in the person's default scale. Throws `grade.not_in_scale`, also for a scale without a grade.
  public func grade(
    _ text: String?,
    in named: GradeScale?,
    of climb: Climb,
    _ discipline: Discipline?
  ) throws(CairnError) -> Grade? {
    let old = climb.grade
    let text = text ?? old?.text ?? ""
    guard !text.isEmpty else {
      if let named { return try Grade(text, in: named) }
      return nil
    }
    // An imported grade kept as free text cannot be parsed again.
    if text == old?.text, (named ?? old?.scale) == old?.scale { return old }
    let fits = discipline == nil || discipline?.isForBoulders == old?.scale.isForBoulders
    return try grade(GradeInput(text, in: named ?? (fits ? old?.scale : nil)), discipline)
  }

  /// Returns the person's grade scale for a discipline.
  public func scale(of discipline: Discipline) throws(CairnError) -> GradeScale {
    let name = try setting(discipline.isForBoulders ? .boulderScale : .routeScale)
    return GradeScale(name: name) ?? (discipline.isForBoulders ? .v : .yds)
  }
}
