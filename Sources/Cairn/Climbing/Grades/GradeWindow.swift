/// The few grades around those that a person sends, as buttons at the wall.
package struct GradeWindow: Sendable {
  /// The scale of the grades.
  package let scale: GradeScale
  /// At most seven grades in their usual spelling, easiest first.
  package let grades: [String]
  /// The grade to start from.
  package let usual: String

  private static let size = 7

  /// Creates the window of a scale around the median of `sent`, so that it shows `latest`.
  ///
  /// Without a send it is around the end of the first quarter of the scale. Grades of other scales are ignored.
  package init(_ scale: GradeScale, sent: [Grade], latest: Grade?) {
    let all = scale.grades
    let known = sent.compactMap { Self.index(of: $0, in: scale, all) }.sorted()
    let centre = known.isEmpty ? all.count / 4 : known[known.count / 2]
    let latest = latest.flatMap { Self.index(of: $0, in: scale, all) }
    var first = centre - Self.size / 2
    if let latest { first = max(latest - Self.size + 1, min(latest, first)) }
    first = max(0, min(first, all.count - Self.size))
    self.scale = scale
    grades = Array(all[first..<min(all.count, first + Self.size)])
    usual = all[latest ?? centre]
  }

  private static func index(of grade: Grade, in scale: GradeScale, _ all: [String]) -> Int? {
    grade.scale == scale ? all.firstIndex(of: grade.text) : nil
  }
}
