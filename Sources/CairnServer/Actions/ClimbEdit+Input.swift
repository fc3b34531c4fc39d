import Cairn
import CairnActions
import CairnJSON
import CairnReports

extension ClimbEdit {
  static let members =
    [
      SchemaField("name", .text, "the name"),
      SchemaField("grade", .text(limit: Grade.longest), "the grade as written"),
      SchemaField(
        "scale",
        GradeScale.schema,
        "the grade scale; default the current one, or your own"
      ),
      SchemaField("discipline", Discipline.schema, "the discipline"),
      SchemaField("style", RopeStyle.schema, "lead or follow"),
      SchemaField("pitches", .integer(1...1_000), "the number of pitches"),
      SchemaField("angle", .integer(Climb.angles), "the overhang of the board in degrees"),
      SchemaField("notes", .longText, "a note"),
      SchemaField("at", .instant, "when it happened, within the session; null if unknown"),
    ] + marked

  static let marked = [
    SchemaField("helped", .list(.text, limit: 60), "tags that helped: crimp, slab, or your own"),
    SchemaField("hindered", .list(.text, limit: 60), "tags that hindered"),
  ]
  static let place = SchemaField(
    "position",
    .integer(1...1_000_000),
    "the position in the list of its session or day, starting at 1"
  )
  static let cleared = SchemaField("unmarked", .list(.text, limit: 60), "tags to remove")

  /// Reads the changes; throws `climb.invalid_tag` and `request.field`.
  init(_ input: Input, clears: Bool = false) throws(CairnError) {
    self.init()
    (name, grade) = (input.edited("name"), input.edited("grade"))
    scale = input.text("scale").flatMap { GradeScale(name: $0) }
    if input.has("discipline") {
      discipline = .some(input.text("discipline").flatMap { Discipline(name: $0) })
    }
    if input.has("style") { style = .some(input.text("style").flatMap { RopeStyle(name: $0) }) }
    (pitches, notes) = (input.editedNumber("pitches"), input.edited("notes"))
    angle = input.editedNumber("angle")
    at = input.editedInstant("at")
    position = clears ? input.integer("position") : nil
    marks = try Self.marks(input, clears: clears)
  }

  /// Reads the tags to mark; throws `climb.invalid_tag`, and `request.field` for a repeated tag.
  static func marks(
    _ input: Input,
    clears: Bool = false
  ) throws(CairnError) -> [ClimbTag: TagImpact?] {
    var marks: [ClimbTag: TagImpact?] = [:]
    let lists: [(String, TagImpact?)] = [("helped", .helped), ("hindered", .hindered)]
    for (name, impact) in lists + (clears ? [("unmarked", nil)] : []) {
      for text in input.texts(name) ?? [] {
        let tag = try ClimbTag(typed: text)
        guard marks.updateValue(impact, forKey: tag) == nil else {
          throw .field(name, "has a duplicate tag: \(tag.name)")
        }
      }
    }
    return marks
  }
}

extension NewClimb {
  static let members =
    ClimbEdit.members + [
      SchemaField(
        "attempts",
        .integer(Climb.attemptCounts),
        "the number of attempts, including the send"
      ),
      SchemaField("sent", .bool, "whether the last attempt was a send"),
      SchemaField("tick", Tick.schema, "the ascent style; default derived from the attempts"),
    ]

  /// The fields that only a climb without a session has.
  static let ofDay = [
    SchemaField(required: "day", .day, "the day of the climb"),
    SchemaField("place", .text, "the gym or the crag"),
    SchemaField("outdoor", .bool, "true at a crag, false in a gym"),
  ]

  /// Reads the body of `POST /api/v1/sessions/{id}/climbs` or of `POST /api/v1/climbs`.
  ///
  /// A tick implies a send. A tick with `sent` set to false is rejected when the climb is added. Throws the errors of
  /// ``ClimbEdit/init(_:clears:)``.
  init(_ input: Input) throws(CairnError) {
    self.init(try ClimbEdit(input))
    attempts = input.integer("attempts")
    tick = input.text("tick").flatMap { Tick(name: $0) }
    isSent = input.choice("sent") ?? (tick != nil)
  }

  /// Creates a climb with the values of an edit.
  init(_ edit: ClimbEdit) {
    self.init()
    name = edit.name
    let text = edit.grade ?? ""
    if edit.scale != nil || !text.isEmpty { grade = GradeInput(text, in: edit.scale) }
    discipline = edit.discipline ?? nil
    style = edit.style ?? nil
    (pitches, angle) = (edit.pitches ?? nil, edit.angle ?? nil)
    notes = edit.notes.flatMap { $0.isEmpty ? nil : $0 }
    at = edit.at
    marks = edit.marks.compactMapValues(\.self)
  }
}
