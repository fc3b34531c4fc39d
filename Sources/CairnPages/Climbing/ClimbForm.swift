package import Cairn
package import CairnHTML

/// The suggestions of a climb form.
package struct ClimbChoices: Sendable {
  /// Names of earlier climbs, newest first.
  package let names: [String]
  /// The grade scales the person uses.
  package let scales: [GradeScale]

  /// Creates the choices.
  package init(names: [String], scales: [GradeScale]) {
    (self.names, self.scales) = (names, scales)
  }

  /// Returns the grades of the person's scales that fit the discipline; all of them for nil.
  package func grades(_ discipline: Discipline?) -> [String] {
    own(discipline).flatMap { $0.grades }
  }

  /// Returns the scales used to parse a grade without a scale.
  package func own(_ discipline: Discipline?) -> [GradeScale] {
    scales.filter { scale in
      discipline.map { $0.isForBoulders == scale.isForBoulders } ?? true
    }
  }
}

/// The fields of a new or an existing climb.
package struct ClimbForm {
  package let choices: ClimbChoices
  /// The discipline the grade suggestions are for, before the form sets one.
  package let discipline: Discipline?
  /// Whether an empty discipline means that of the session, as for a new climb in a session.
  package var followsSession = false
  /// The tags set on the climb.
  package var marks: [TagMark] = []
  /// The values of a rejected form.
  package var typed: FormValues?
  /// Returns the initial value of a field.
  package var value: (String) -> String = { _ in "" }

  /// Creates the form.
  package init(
    choices: ClimbChoices,
    discipline: Discipline?,
    followsSession: Bool = false,
    marks: [TagMark] = [],
    typed: FormValues? = nil,
    value: @escaping (String) -> String = { _ in "" }
  ) {
    (self.choices, self.discipline, self.followsSession) = (choices, discipline, followsSession)
    (self.marks, self.typed, self.value) = (marks, typed, value)
  }

  private func text(_ name: String) -> String { typed?[name] ?? value(name) }

  /// Name, grade and discipline.
  package var basics: HTML {
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

  private var scales: [(String, String)] {
    // Short enough for half of a phone.
    let own = choices.own(discipline).map { $0.name }.joined(separator: " or ")
    return [("", "Yours: \(own)")] + GradeScale.all.map { ($0.name, $0.title) }
  }

  /// Outcome, number of attempts and tick of a new climb.
  package var attempts: HTML {
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

  package static let ticks =
    [("", "Automatic")] + Tick.all.map { ($0.name, $0.name) }

  /// Rarely used fields: discipline, lead or follow, pitches and board angle.
  package var details: HTML {
    """
    \(fragment: Field.choice("climbDiscipline", "Discipline", disciplines, text("climbDiscipline")))
    <div class="pair">
    \(fragment: Field.choice("style", "Lead or follow", styles, text("style")))
    \(fragment: Field.number("pitches", "Pitches", text("pitches")))
    </div>
    \(fragment: Field.number("angle", "Board angle (°)", text("angle")))
    """
  }

  private var disciplines: [(String, String)] {
    let session = followsSession ? discipline : nil
    return [("", session.map { "\($0.label) (same as session)" } ?? "Not set")]
      + Discipline.all.map { ($0.name, $0.label) }
  }

  private var styles: [(String, String)] {
    [("", "Not set")] + RopeStyle.all.map { ($0.name, $0.label) }
  }

  package var notes: HTML {
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
    ClimbTag.catalogue + marks.map { $0.tag }.filter { $0.category == .own }
  }

  /// Hidden inputs with the original value of each field.
  package var shown: HTML {
    let tags = known.map { tag in OriginalValues.html(["tag:" + tag.text], typed) { _ in mark(tag) }
    }
    return HTML([OriginalValues.html(Self.names, typed, value)] + tags)
  }

  /// The tags by category; each is unset, helped or hindered.
  package var tags: HTML {
    let groups = TagCategory.all.map { category in
      (category, known.filter { $0.category == category })
    }
    return """
      <fieldset class="tags"><legend>Tags</legend>
      \(fragment: HTML(groups.enumerated().map { group($0, $1.0, $1.1) }))
      <div class="pair">
      \(fragment: Field.text("helped", "What helped", text("helped"), hint: "my beta"))
      \(fragment: Field.text("hindered", "What got in the way", text("hindered"), hint: "fear"))
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
