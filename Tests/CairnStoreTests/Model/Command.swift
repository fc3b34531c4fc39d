import Cairn
import CairnStore

/// One user action with all parameters, applied to both the log and the model.
enum Command: Sendable {
  case addBook(title: String, pages: Int64?, ReadingStatus)
  case changeStatus(ReadingStatus, Identifier<Entry>)
  case setPages(Int64, Identifier<Entry>)
  case deleteBook(Identifier<Entry>)
  case read(Identifier<Entry>, at: Instant)
  case swim(pool: String, at: Instant)
  case pause(SessionID)
  case resume(SessionID)
  case endReading(SessionID, page: Int64?, allowShort: Bool)
  case endSwimming(SessionID, laps: Int64, allowShort: Bool)
  case trackReading(Identifier<Entry>, [Segment], pages: Int64?, page: Int64?, adjust: Bool)
  case trackSwimming(pool: String, [Segment], laps: Int64?, adjust: Bool)
  case resize(SessionID, start: Instant?, end: Instant?, adjust: Bool)
  case move(SessionID, to: Instant, adjust: Bool)
  case note(SessionID, String)
  case sit(SessionID, moodBefore: Int64?, moodAfter: Int64?, place: String?)
  case reason(SessionID, String?)
  case split(SessionID, SessionKind, at: Instant)
  case merge(SessionID, SessionID, SessionKind)
  case deleteSession(SessionID)
  case readings(Identifier<Entry>, ReadingsCommand)
  case setting(Setting, String?)
  case undo(line: Int?)
  case redo
}
