import Cairn
import CairnActions
import CairnHTTP
import CairnReports
import CairnStore
import CairnHTML
import CairnJSON

// The JSON and form fields of activity kinds.

extension AuthenticatedContext {
  /// The names and fields of the kinds of session that the server knows.
  var modules: [KindModule] { server.dependencies.modules }
}

extension StartActivity {
  /// Reads the body of `POST /api/v1/sessions`; throws `request.field`.
  init(
    _ kind: SessionKind,
    _ input: Input,
    _ modules: [KindModule],
    zone: String
  ) throws(CairnError) {
    try input.refuse(StartReading.ofReading, of: Reading.kind.name)
    try input.refuse(StartReading.ofListening, of: Listening.kind.name)
    try input.refuse(ClimbingEdit.members, of: Climbing.kind.name)
    self.init(kind, SessionStart(input, zone: zone))
    details = Fields(input, modules)
  }
}

extension TrackActivity {
  /// Reads the body of `POST /api/v1/sessions/track`; throws `request.field`.
  init(
    _ kind: SessionKind,
    _ input: Input,
    _ modules: [KindModule],
    zone: String
  ) throws(CairnError) {
    try input.refuse(TrackReading.ofReading, of: Reading.kind.name)
    try input.refuse(TrackReading.ofListening, of: Listening.kind.name)
    try input.refuse(ClimbingEdit.members, of: Climbing.kind.name)
    self.init(kind, try PastSession(input, zone: zone))
    details = Fields(input, modules)
  }
}

extension Fields {
  /// Reads the details that a JSON body names; null clears.
  init(_ input: Input, _ modules: [KindModule]) {
    self.init()
    for field in modules.fields where input.has(field.key) {
      self[field.key] =
        switch field.form {
        case .number: input.integer(field.key).map { .integer($0) } ?? .null
        case .choice: input.text(field.key).map { .text($0) } ?? .null
        }
    }
  }

  /// Reads the details that a form contains; an empty one clears; throws `request.field`.
  init(_ form: FormValues, _ modules: [KindModule]) throws(CairnError) {
    self.init()
    for field in modules.fields {
      guard let text = form[field.option] else { continue }
      guard let value = text.isEmpty ? .null : field.value(typed: text) else {
        throw .field(field.option, "takes \(field.rule)")
      }
      self[field.key] = value
    }
  }
}

extension Input {
  /// Throws `request.field` if a detail of an activity kind is present.
  func refuseDetails(_ modules: [KindModule]) throws(CairnError) {
    for module in modules.fielded {
      try refuse([module].fields.map(\.schemaField), of: module.kind.name)
    }
  }
}
