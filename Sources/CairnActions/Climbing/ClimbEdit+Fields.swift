public import Cairn

extension ClimbEdit {
  /// The name.
  package static let name = InputField.text("name", "The name")
  /// The grade.
  package static let grade = InputField.text("grade", "The grade", limit: Grade.longest)
  /// The scale of the grade.
  package static let scale = InputField.choice(
    "scale",
    "The grade scale; default the current one, or your own",
    of: GradeScale.all.map { $0.name }
  ).kept
  /// The discipline; a page also has the one of the session.
  package static let discipline = InputField.choice(
    "discipline",
    option: "climbDiscipline",
    "The discipline",
    of: Discipline.all.map { $0.name }
  )
  /// The rope style.
  package static let style = InputField.choice(
    "style",
    "Lead or follow",
    of: RopeStyle.all.map { $0.name }
  )
  /// The number of pitches.
  package static let pitches = InputField.number("pitches", "The number of pitches", in: 1...1_000)
  /// The angle of the board.
  package static let angle = InputField.number(
    "angle",
    "The board angle in degrees",
    in: Climb.angles,
    example: "40"
  )
  /// The note.
  package static let notes = InputField.longText("notes", "A note")
  static let at = InputField.instant("at", "When it happened, within the session")
  static let position = InputField.number(
    "position",
    "The position in the list of its session or day, starting at 1",
    in: 1...1_000_000
  ).kept
  /// The tags that helped.
  package static let helped = InputField.list(
    "helped",
    "Tags that helped, such as crimp, slab or your own",
    limit: 60
  )
  /// The tags that hindered.
  package static let hindered = InputField.list("hindered", "Tags that hindered", limit: 60)
  /// The tags to remove.
  package static let unmarked = InputField.list("unmarked", "Tags to remove", limit: 60)

  /// The fields of a new climb.
  static let described =
    [name, grade, scale, discipline, style, pitches, angle, notes, at, helped, hindered]
  /// The fields of a known climb.
  package static let fields = described + [position, unmarked]
  /// The fields of its tags.
  package static let tags = [helped, hindered, unmarked]

  /// Reads the tags to set or remove; throws `climb.invalid_tag`, and `request.field` for a repeated one.
  package static func marks(
    _ input: some ActInput
  ) throws(CairnError) -> [ClimbTag: TagImpact?] {
    var marks: [ClimbTag: TagImpact?] = [:]
    let lists: [(InputField, TagImpact?)] = [
      (helped, .helped), (hindered, .hindered), (unmarked, nil),
    ]
    for (field, impact) in lists {
      for text in try input.texts(of: field) ?? [] {
        let tag = try ClimbTag(typed: text)
        guard marks.updateValue(impact, forKey: tag) == nil else { throw .repeated(tag) }
      }
    }
    return marks
  }
}

extension NewClimb {
  /// The number of attempts.
  package static let attempts = InputField.number(
    "attempts",
    "The number of attempts, including the send",
    in: Climb.attemptCounts
  ).kept
  /// Whether it was sent.
  package static let sent = InputField.flag(
    "sent",
    "Sent, with the style derived from the attempts"
  )
  /// The ascent style of the send.
  package static let tick = InputField.choice(
    "tick",
    "Sent in this style",
    of: Tick.all.map { $0.name }
  ).kept
  private static let outcome = InputField.choice(
    "outcome",
    "The result of the last attempt",
    of: ["sent", "fell"] + Tick.all.map { $0.name }
  )
  /// The fields.
  package static let fields = ClimbEdit.described + [attempts, sent, tick]

  /// Reads the fields, of which a tick implies a send; throws as `ClimbEdit.init`.
  public init(_ input: some ActInput) throws(CairnError) {
    self.init(try ClimbEdit(input))
    attempts = try input.number(Self.attempts) ?? nil
    tick = try input.named(Self.tick) ?? nil
    isSent = (try input.flag(Self.sent) ?? nil) ?? (tick != nil)
  }

  /// Reads a form, which asks for the outcome; throws as `ClimbEdit.init` and `setOutcome`.
  public init(form: some TypedInput, _ edit: ClimbEdit) throws(CairnError) {
    self.init(edit)
    try setOutcome(form.known(Self.outcome), attempts: form.number(Self.attempts) ?? nil)
    tick = try form.named(Self.tick) ?? tick
  }

  /// Creates a climb with the values of an edit.
  private init(_ edit: ClimbEdit) {
    self.init()
    name = edit.name
    let text = edit.grade ?? ""
    if edit.scale != nil || !text.isEmpty { grade = GradeInput(text, in: edit.scale) }
    (discipline, style) = (edit.discipline ?? nil, edit.style ?? nil)
    (pitches, angle) = (edit.pitches ?? nil, edit.angle ?? nil)
    notes = edit.notes.flatMap { $0.isEmpty ? nil : $0 }
    at = edit.at
    for (tag, impact) in edit.marks { marks[tag] = impact }
  }
}

extension CairnError {
  fileprivate static func repeated(_ tag: ClimbTag) -> CairnError {
    CairnError(
      "request.field",
      "The tag \(tag.name) is given twice.",
      hint: "Give each tag once: it helped or it hindered."
    )
  }
}
