public import Cairn
import CairnActions
public import CairnReports

extension LogWriter {
  /// Returns a session for lists with the changes of this mutation so far; throws `session.not_found`.
  ///
  /// Commands print this row, because another process may change the session right after the commit.
  public func row(_ id: SessionID) throws -> SessionRow {
    guard let row = try SessionQuery.find(id, in: connection) else {
      throw CairnError.noSession(id)
    }
    return row
  }

  /// Returns a book with the changes of this mutation so far; throws `reading.not_on_shelf`.
  package func bookRow(_ id: Identifier<Entry>) throws -> EntryRow {
    guard let row = try EntryQuery.find(id, in: connection) else { throw CairnError.notOnShelf }
    return row
  }

  /// The suffix of the history title for trimmed sessions: ` (trimmed “Emma” and 1 more)`.
  var trimmedSuffix: String {
    guard let first = effects.trimmed.first else { return "" }
    let what = first.title.map { "“\($0)”" } ?? first.kind.name
    let others = effects.trimmed.count > 1 ? " and \(effects.trimmed.count - 1) more" : ""
    return " (trimmed \(what)\(others))"
  }
}
