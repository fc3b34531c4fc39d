import Cairn
import CairnActions
import CairnJSON

/// The fields that start or track a session: those of all kinds, and those that only one kind has.
struct SessionFields {
  private let common: [InputField]
  private let own: [(kind: SessionKind, fields: [InputField])]

  /// The fields of `POST /api/v1/sessions`.
  static let start = SessionFields(SessionStart.fields, StartReading.fields, StartListening.fields)
  /// The fields of `POST /api/v1/sessions/track`.
  static let track = SessionFields(
    PastSession.fields,
    TrackReading.fields,
    StoryChoice.fields + ListeningEdit.fields
  )

  private init(_ common: [InputField], _ reading: [InputField], _ listening: [InputField]) {
    self.common = common
    own = [
      (Reading.kind, reading), (Listening.kind, listening), (Climbing.kind, ClimbingEdit.fields),
    ]
  }

  private static let kind = InputField.choice(
    "kind",
    "The kind of session; default reading",
    of: [Reading.kind.name, Listening.kind.name, Climbing.kind.name]
  )

  /// The fields in JSON, each name once.
  var members: [SchemaField] {
    var names: Set<String> = []
    let all = own.flatMap(\.fields) + [Self.kind] + common
    return all.filter { names.insert($0.key).inserted }.schemaFields
  }

  /// Returns the kind of the body; throws `request.field` if a field of another kind is present, and for a reading or
  /// listening session without exactly one subject.
  func kind(of input: Input, _ modules: [KindModule]) throws(CairnError) -> SessionKind {
    let kind = input.text("kind").map { SessionKind($0) } ?? Reading.kind
    let mine = own.first { $0.kind == kind }?.fields.map(\.key) ?? []
    for (other, fields) in own + modules.fielded.map({ ($0.kind, $0.fields ?? []) })
    where other != kind {
      try input.refuse(fields.filter { !mine.contains($0.key) }, of: other)
    }
    if kind == Reading.kind { try input.requireSubject("book") }
    if kind == Listening.kind { try input.requireSubject("story") }
    return kind
  }
}

extension Input {
  /// Throws `request.field` if a field is present that another kind of session has.
  fileprivate func refuse(_ fields: [InputField], of kind: SessionKind) throws(CairnError) {
    guard let unknown = fields.first(where: { isGiven($0.key) }) else { return }
    throw .field(unknown.key, "belongs to \(kind.name)")
  }

  /// Throws `request.field` unless there is an id or a title, and not both.
  fileprivate func requireSubject(_ name: String) throws(CairnError) {
    guard (text(name) == nil) != (text("title") ?? "").isEmpty else {
      throw .field(name, "or “title” is needed, and not both")
    }
  }
}
