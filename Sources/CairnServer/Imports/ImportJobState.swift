import Cairn
import CairnExchange
import CairnReports
import CairnStore

/// The state of an import job: preview, progress or result.
struct ImportJobState: Sendable {
  typealias State = UploadedFile.State

  let id: RecordID
  var format: FileFormat
  let createdAt: Instant
  var state = State.planned
  var done = 0
  /// The total number of items; nil if unknown.
  var total: Int?
  /// The preview or the result.
  var outcome: Outcome
  /// Why the import failed.
  var problem: CairnError?
  /// The column names of a table of books or sessions.
  var columns: [String] = []
  /// The column of each field, given by the person or detected.
  var specified: [String: String] = [:]
  /// The date order given by the person.
  var dates: DateOrder?
  /// The word that each column must contain for a row to be imported.
  var only: [(column: String, word: String)] = []
  /// Whether books to read in this list may belong on the wishlist.
  var offersWishlist = false
  /// Whether these books are imported to the wishlist.
  var importsToWishlist = false

  /// Marks the job as running.
  mutating func begin() { (state, problem, done) = (.applying, nil, 0) }

  /// Whether the person must map the columns before the import can continue.
  var isUnclear: Bool { problem?.isAboutColumns ?? false }

  /// The preview or the result of an import.
  struct Outcome: Sendable {
    /// The report of a merge for an exported log, of an import for every other file.
    enum Report: Sendable {
      case imported(ImportResult)
      case joined(LogMergeReport)
    }

    let report: Report
    /// The mapping of the columns of a table.
    var mapping: ColumnMapping?
    /// The history entry to undo.
    var line: RecordID?
  }

  /// The maximum number of reported items, and of issues of each kind.
  static let limit = 1_000

  var json: JSON {
    let isDry = state != .applied && state != .undone
    return .members(
      ("id", .string(id.text)),
      ("state", .string(state.name)),
      ("format", .string(format.name)),
      ("made_at", .string(createdAt.text)),
      ("done", .integer(Int64(done))),
      ("total", .number(total.map { Int64($0) })),
      ("report", outcome.imported?.json(isDry: isDry) ?? .null),
      ("joined", outcome.joined?.json(limit: Self.limit) ?? .null),
      ("mapping", outcome.mapping?.json ?? .null),
      ("line", .text(outcome.line?.text)),
      ("problem", problem?.json ?? .null)
    )
  }
}

extension ImportJobState.Outcome {
  var imported: ImportResult? {
    if case .imported(let outcome) = report { outcome } else { nil }
  }

  var joined: LogMergeReport? {
    if case .joined(let report) = report { report } else { nil }
  }
}

extension ColumnMapping {
  fileprivate var json: JSON {
    .members(("taken", .string(words)), ("unused", .array(unused.map { .string($0) })))
  }
}

extension CairnError {
  /// Whether a mapping of the columns or a date order solves the error.
  var isAboutColumns: Bool {
    ["import.columns", "import.ambiguous_date", "usage.map"].contains(code)
  }

  fileprivate var json: JSON {
    .members(("code", .string(code)), ("detail", .string(message)), ("hint", .string(hint)))
  }
}
