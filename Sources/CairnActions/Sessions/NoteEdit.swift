public import Cairn

/// A change to the note of a session.
public enum NoteEdit: Sendable {
  /// Appends to the existing note.
  case append(String)
  /// Replaces the existing note; nil clears it.
  case replace(String?)

  /// Applies the change to a session; throws `session.not_found`.
  public func apply(to id: SessionID, in store: some RecordStore) throws(CairnError) {
    try store.change(id, as: NoDetail.self) { session in
      switch self {
      case .append(let text): session.addNote(text)
      case .replace(let text): session.note = text
      }
    }
  }
}
