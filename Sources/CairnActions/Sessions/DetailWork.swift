public import Cairn

/// The part of an act that needs the type of a session's details, which only the store knows by the name of the kind.
public protocol DetailWork {
  /// What the work returns.
  associatedtype Result

  /// Does the work for an activity kind.
  func run<Kind: FieldedKind>(for kind: Kind.Type) throws(CairnError) -> Result
}

extension RecordStore {
  /// Throws `session.wrong_kind` if values are given for a kind that has no such fields.
  func requireFields(_ values: Fields, of kind: SessionKind) throws(CairnError) {
    guard let name = values.names.first else { return }
    guard try run(Check(values: values), for: kind) != nil else { throw .otherKind(name, kind) }
  }
}

/// Checks values without storing them.
private struct Check: DetailWork {
  let values: Fields

  func run<Kind: FieldedKind>(for kind: Kind.Type) throws(CairnError) {
    var detail = FieldDetail<Kind>()
    try detail.set(values)
  }
}

extension RecordStore {
  /// Runs work on the details of a kind; throws `session.unknown_kind`, and the errors of the work.
  func requireRun<Work: DetailWork>(
    _ work: Work,
    for kind: SessionKind
  ) throws(CairnError) -> Work.Result {
    guard let result = try run(work, for: kind) else { throw .unknownKind(kind) }
    return result
  }
}

extension CairnError {
  /// The error for an act on the details of a kind that this program does not know.
  fileprivate static func unknownKind(_ kind: SessionKind) -> CairnError {
    CairnError(
      "session.unknown_kind",
      "This program does not know \(kind.name) sessions.",
      hint: "Use a version that does. The session stays as it is."
    )
  }
}

extension Fields {
  /// Reads the details of activity kinds; null clears.
  package init(_ input: some ActInput, _ modules: [KindModule]) throws(CairnError) {
    self.init()
    for field in modules.fields {
      if let value = try input.value(of: field) { self[field.key] = value }
    }
  }
}
