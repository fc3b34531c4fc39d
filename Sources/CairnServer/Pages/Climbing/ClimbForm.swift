import Cairn
import CairnHTTP
import CairnStore

/// The suggestions of a climb form.
struct ClimbChoices: Sendable {
  /// Names of earlier climbs, newest first.
  let names: [String]
  /// The grade scales the person uses.
  let scales: [GradeScale]

  init(_ log: Log) async throws {
    names = try await log.climbNames()
    scales = try await log.ownScales()
  }

  /// Returns the grades of the person's scales that fit the discipline; all of them for nil.
  func grades(_ discipline: Discipline?) -> [String] {
    own(discipline).flatMap(\.grades)
  }

  /// Returns the scales used to parse a grade without a scale.
  func own(_ discipline: Discipline?) -> [GradeScale] {
    scales.filter { scale in
      discipline.map { $0.isForBoulders == scale.isForBoulders } ?? true
    }
  }
}

/// The fields of a new or an existing climb.
struct ClimbForm {
  let choices: ClimbChoices
  /// The discipline the grade suggestions are for, before the form sets one.
  let discipline: Discipline?
  /// Whether an empty discipline means that of the session, as for a new climb in a session.
  var followsSession = false
  /// The tags set on the climb.
  var marks: [TagMark] = []
  /// The values of a rejected form.
  var typed: FormValues?
  /// Returns the initial value of a field.
  var value: (String) -> String = { _ in "" }

  private func text(_ name: String) -> String { typed?[name] ?? value(name) }

  /// Name, grade and discipline.
  var basics: HTML {
    """
    <div class="field"><label for="climb-name">Name</label>
    <input id="climb-name" name="name" list="climb-names" autocomplete="off" maxlength="500" \
    value="\(text("name"))"><datalist id="climb-names">\
    \(fragment: HTML(choices.names.prefix(200).map(option)))</datalist></div>
    <div class="pair">
    <div class="field"><label for="climb-grade">Grade</label>
    <input id="climb-grade" name="grade" list="climb-grades" autocomplete="off" maxlength="64" \
    autocapitalize="off" value="\(text("grade"))"><datalist id="climb-grades">\
    \(fragment: HTML(choices.grades(discipline).map(option)))</datalist></div>
    \(fragment: Field.choice("scale", "Scale", scales, text("scale")))
    </div>
    """
  }

  private func option(_ word: String) -> HTML {
    """
    <option value="\(word)"></option>
    """
  }

  private var scales: [(value: String, words: String)] {
    // Short enough for half of a phone.
    let own = choices.own(discipline).map(\.name).joined(separator: " or ")
    return [("", "Yours: \(own)")] + GradeScale.all.map { ($0.name, $0.title) }
  }

  /// Outcome, number of attempts and tick of a new climb.
  var attempts: HTML {
    """
    \(fragment: outcome)
    <div class="pair">
    <div class="field"><label for="climb-attempts">Attempts</label>
    <input id="climb-attempts" name="attempts" type="number" min="1" max="999" inputmode="numeric" \
    value="\(typed == nil ? "1" : text("attempts"))"></div>
    \(fragment: Field.choice("tick", "Ascent style", Self.ticks, text("tick")))
    </div>
    """
  }

  private var outcome: HTML {
    RadioGroup(
      name: "outcome",
      label: "Outcome",
      picks: [
        .init("sent", "✓ sent"), .init("fell", "✗ fell"), .init("", "Project (no attempts)"),
      ],
      chosen: text("outcome")
    ).html
  }

  static let ticks =
    [(value: "", words: "Automatic")] + Tick.all.map { (value: $0.name, words: $0.name) }

  /// Rarely used fields: discipline, lead or follow, pitches and board angle.
  var details: HTML {
    """
    \(fragment: Field.choice("climbDiscipline", "Discipline", disciplines, text("climbDiscipline")))
    <div class="pair">
    \(fragment: Field.choice("style", "Lead or follow", styles, text("style")))
    \(fragment: Field.number("pitches", "Pitches", text("pitches")))
    </div>
    \(fragment: Field.number("angle", "Board angle (°)", text("angle")))
    """
  }

  private var disciplines: [(value: String, words: String)] {
    let session = followsSession ? discipline : nil
    return [("", session.map { "\($0.label) (same as session)" } ?? "Not set")]
      + Discipline.all.map { ($0.name, $0.label) }
  }

  private var styles: [(value: String, words: String)] {
    [("", "Not set")] + RopeStyle.all.map { ($0.name, $0.label) }
  }

  var notes: HTML {
    """
    <div class="field"><label for="climb-notes">Notes</label>
    <textarea id="climb-notes" name="notes" rows="2">\n\(text("notes"))</textarea></div>
    """
  }
}

extension ClimbForm {
  private static let names = [
    "name", "grade", "scale", "climbDiscipline", "style", "pitches", "angle", "notes",
  ]

  private var known: [ClimbTag] {
    ClimbTag.catalogue + marks.map(\.tag).filter { $0.category == .own }
  }

  /// Hidden inputs with the original value of each field.
  var shown: HTML {
    let tags = known.map { tag in OriginalValues.html(["tag:" + tag.text], typed) { _ in mark(tag) }
    }
    return HTML([OriginalValues.html(Self.names, typed, value)] + tags)
  }

  /// The tags by category; each is unset, helped or hindered.
  var tags: HTML {
    let groups = TagCategory.all.map { category in
      (category, known.filter { $0.category == category })
    }
    return """
      <fieldset class="tags"><legend>Tags</legend>
      \(fragment: HTML(groups.enumerated().map { group($0, $1.0, $1.1) }))
      <div class="pair">
      \(fragment: Field.text("ownHelped", "What helped", text("ownHelped"), hint: "my beta"))
      \(fragment: Field.text("ownHindered", "What got in the way", text("ownHindered"), hint: "fear"))
      </div></fieldset>
      """
  }

  private func group(_ number: Int, _ category: TagCategory, _ tags: [ClimbTag]) -> HTML {
    guard !tags.isEmpty else { return HTML() }
    let count = tags.count { !chosen($0).isEmpty }
    return """
      <details class="tag-group"\(flag: "open", count > 0)><summary>\(category.label)\
      \(count == 0 ? "" : " (\(count))")</summary>
      \(fragment: HTML(tags.enumerated().map { tag("tag-\(number)-\($0)", $1) }))
      </details>
      """
  }

  private func chosen(_ tag: ClimbTag) -> String {
    typed?["tag:" + tag.text] ?? mark(tag)
  }

  private func mark(_ tag: ClimbTag) -> String {
    marks.first { $0.tag == tag }?.impact.name ?? ""
  }

  private func tag(_ id: String, _ tag: ClimbTag) -> HTML {
    """
    <div class="tag" role="radiogroup" aria-labelledby="\(id)"><span id="\(id)"><bdi>\(tag.name)</bdi></span>
    \(fragment: HTML([("", "–"), ("helped", "helped"), ("hindered", "hindered")].map { state(tag, $0, $1) }))
    </div>

    """
  }

  private func state(_ tag: ClimbTag, _ value: String, _ words: String) -> HTML {
    """
    <label class="pick \(value)"><input type="radio" name="tag:\(tag.text)" value="\(value)"\
    \(flag: "checked", chosen(tag) == value)><span>\
    \(fragment: value.isEmpty ? "<span aria-hidden=\"true\">–</span><span class=\"hidden\">neither</span>" : "\(words)")\
    </span></label>
    """
  }
}
