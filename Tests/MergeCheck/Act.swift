import Cairn

/// What a person does.
enum Act: Hashable {
  case start(String, RecordID? = nil, first: Int64? = nil)
  case pause(RecordID)
  case resume(RecordID)
  case stop(RecordID, page: Int64? = nil, pages: Int64? = nil)
  case track(Tracked)
  case edit(RecordID, start: Int64? = nil, end: Int64? = nil)
  case move(RecordID, by: Int64, over: RecordID? = nil)
  case split(RecordID, at: Int64)
  case merge(RecordID, into: RecordID)
  case delete(RecordID)
  case restore(RecordID)
  case rebook(RecordID, RecordID)
  case note(RecordID, String)
  case mood(RecordID, Int64)
  case repage(RecordID, Int64)
  case addBook(String)
  case mergeBooks(RecordID, into: RecordID)
  case deleteBook(RecordID)
  case finish(RecordID)
  case place(RecordID, page: Int64)
  case climb(RecordID, String, at: Int64? = nil)
  case attempt(RecordID, String, tick: String? = nil)
  case moveClimb(RecordID, RecordID)
  case undo(RecordID)
  case redo(RecordID)

  /// A session that is recorded afterwards.
  struct Tracked: Hashable {
    var kind: String
    var start: Int64
    var end: Int64
    var book: RecordID?
    var page: Int64?
    var pages: Int64?
    var first: Int64?
    var over: RecordID?
  }

  /// The name, as in the model.
  var name: String {
    switch self {
    case .start: "start"
    case .pause: "pause"
    case .resume: "resume"
    case .stop: "stop"
    case .track: "track"
    case .edit: "edit"
    case .move: "move"
    case .split: "split"
    case .merge: "merge"
    case .delete: "delete"
    case .restore: "restore"
    case .rebook: "rebook"
    case .note: "note"
    case .mood: "mood"
    case .repage: "repage"
    case .addBook: "add_book"
    case .mergeBooks: "merge_books"
    case .deleteBook: "delete_book"
    case .finish: "finish"
    case .place: "place"
    case .climb: "climb"
    case .attempt: "attempt"
    case .moveClimb: "move_climb"
    case .undo: "undo"
    case .redo: "redo"
    }
  }
}

/// Thrown for what a device does not allow, by what it knows.
struct Refused: Error {}
