import Cairn
import CairnActions
import CairnStore

/// The positional words of `climb add`: a name, a grade, or both.
struct NameAndGrade: Sendable {
  private let words: [String]
  private let name: String?
  private let discipline: Discipline?

  /// Reads the words and `--name`; throws `usage.value` for more than a name and a grade.
  init(_ invocation: Invocation) throws(CairnError) {
    words = [invocation.value("climb"), invocation.value("grade")].compactMap(\.self)
    name = invocation.value("name")
    discipline = try invocation.choice("discipline", of: Discipline.self)
    guard words.count + (name == nil ? 0 : 1) <= 2 else {
      throw CairnError(
        "usage.value",
        "A climb takes one name and one grade.",
        hint: "Put quotes around a name of several words."
      )
    }
  }

  /// Splits the words: a single word is a grade if a scale of the person has it, else a name.
  ///
  /// With `--name` or a scale it can only be a grade. Throws `usage.ambiguous` if only another scale
  /// has that grade; `session` is the discipline of the session.
  func split(
    in writer: LogWriter,
    _ scale: GradeScale?,
    _ session: Discipline?
  ) throws -> (name: String?, grade: String?) {
    if name != nil { return (name, words.first) }
    guard let word = words.first else { return (nil, nil) }
    if words.count == 2 { return (word, words[1]) }
    if scale != nil { return (nil, word) }
    if (try? writer.grade(GradeInput(word), nil)) != nil { return (nil, word) }
    let scales = Self.scales(of: word, discipline ?? session)
    guard scales.isEmpty else { throw Self.unclear(word, scales) }
    return (word, nil)
  }

  /// Returns the scales of a discipline that contain a grade.
  private static func scales(of word: String, _ discipline: Discipline?) -> [GradeScale] {
    GradeScale.all.filter { scale in
      (discipline.map { $0.isForBoulders == scale.isForBoulders } ?? true)
        && (try? Grade(word, in: scale)) != nil
    }
  }

  private static func unclear(_ word: String, _ scales: [GradeScale]) -> CairnError {
    let titles = scales.map(\.title).joined(separator: ", ")
    return CairnError(
      "usage.ambiguous",
      "“\(word)” is a grade of a scale you do not use: \(titles).",
      hint: "Add --scale \(scales.map(\.name).joined(separator: " or ")) if it is the grade; "
        + "use --name \"\(word)\" if it is the name."
    )
  }
}
