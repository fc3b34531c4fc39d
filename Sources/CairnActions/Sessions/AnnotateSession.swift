public import Cairn

/// Adds a line to the note of a session.
public struct AnnotateSession: Sendable {
  /// The session.
  public var id: SessionID
  /// The line.
  public var text: String

  /// The line.
  package static let text = InputField.longText("text", "The line to add").required

  /// Creates the act.
  public init(_ id: SessionID, _ text: String) { (self.id, self.text) = (id, text) }

  /// Adds the line; throws `session.not_found`.
  public func run(in store: some RecordStore) throws(CairnError) {
    store.title = try store.requireSummary(of: id).historyTitle("annotated")
    try NoteEdit.append(text).apply(to: id, in: store)
  }
}
