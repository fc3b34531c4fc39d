import Cairn
import CairnAccounts
import CairnExchange
import CairnJSON
import CairnReports
import CairnStore
import CairnTransfer

/// The state of an import job: preview, progress or result.
struct ImportJobState: Sendable {
  let id: RecordID
  var format: FileFormat
  let createdAt: Instant
  var state = ImportState.planned
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
      case merged(LogMergeReport)
    }

    let report: Report
    /// The mapping of the columns of a table.
    var mapping: ColumnMapping?
    /// The history entry to undo.
    var entry: RecordID?
  }

  /// The maximum number of reported items, and of issues of each kind.
  static let limit = 1_000
}

extension ImportJobState: JSONModel {
  static let fields = JSONFields<ImportJobState>(
    named: "Import",
    [
      .init("id", \.id),
      .init("state", .choice(ImportState.all.map(\.name)), \.state.name),
      .init("format", \.format.name),
      .init("made_at", \.createdAt),
      .init("done", \.done),
      .init("total", \.total),
      .init("report", \.importReport),
      .init("merged") { $0.outcome.merged.map { LogMergeSummary($0, limit: limit) } },
      .object(
        "mapping",
        orNull: \.outcome.mapping,
        [.init("taken", \.text), .init("unused", \.unused)]
      ),
      .init("entry", \.outcome.entry),
      .object(
        "problem",
        orNull: \.problem,
        [.init("code", \.code), .init("detail", \.message), .init("hint", \.hint)]
      ),
    ]
  )

  private var importReport: ImportSummary? {
    outcome.imported.map {
      ImportSummary($0, isDry: state != .applied && state != .undone)
    }
  }
}

extension ImportJobState.Outcome {
  var imported: ImportResult? {
    if case .imported(let outcome) = report { outcome } else { nil }
  }

  var merged: LogMergeReport? {
    if case .merged(let report) = report { report } else { nil }
  }
}

extension CairnError {
  /// Whether a mapping of the columns or a date order solves the error.
  var isAboutColumns: Bool {
    ["import.columns", "import.ambiguous_date", "usage.map"].contains(code)
  }
}
