import Cairn
import CairnReports

/// A pagination cursor: the last session of the previous page.
struct SessionCursor {
  let position: (startedAt: Instant, id: SessionID)

  init(_ row: SessionRow) {
    position = (row.startedAt, row.id)
  }

  init(_ session: PublicSession) {
    position = (session.timeline.start, session.id)
  }

  /// Parses a cursor; throws `request.field` if it is malformed.
  init(_ text: String) throws(CairnError) {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 2, let time = Int64(parts[0]), let id = RecordID(text: String(parts[1]))
    else { throw .field("before", "takes “next” of the previous page") }
    position = (Instant(milliseconds: time), SessionID(id))
  }

  /// The cursor as text.
  var text: String { "\(position.startedAt.milliseconds)_\(position.id.record.text)" }
}
