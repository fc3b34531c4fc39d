import Cairn
import CairnStore

/// Where a list of sessions goes on: the last session shown, as a word that is handed back.
struct SessionCursor {
  let place: (startedAt: Instant, id: SessionID)

  init(_ row: SessionRow) {
    place = (row.startedAt, row.id)
  }

  init(_ session: PublicSession) {
    place = (session.timeline.start, session.id)
  }

  /// Reads the word; throws `request.field` for one that was not handed out.
  init(_ text: String) throws(CairnError) {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 2, let time = Int64(parts[0]), let id = RecordID(text: String(parts[1]))
    else { throw .field("before", "takes what the page before gave as “next”") }
    place = (Instant(milliseconds: time), SessionID(id))
  }

  /// The word.
  var text: String { "\(place.startedAt.milliseconds)_\(place.id.record.text)" }
}
