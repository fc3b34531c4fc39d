import Cairn
import CairnExchange
import CairnStore

/// A file that somebody sent to be imported: what it would do, does or did.
struct ImportJobState: Sendable {
  typealias State = UploadedFile.State

  let id: RecordID
  var format: FileFormat
  let madeAt: Instant
  var state = State.planned
  /// Items done so far.
  var done = 0
  /// Of how many; nil where that is not known.
  var total: Int?
  /// What it would bring, or brought.
  var findings: Findings
  /// Why it could not be taken in.
  var problem: CairnError?
  /// The names of the columns of a list of books or a table of sessions.
  var columns: [String] = []
  /// What was said of them, by names of fields, or else is guessed.
  var said: [String: String] = [:]
  /// What was said of the order of dates.
  var dates: DateOrder?
  /// Which words columns must hold for their row to be taken.
  var only: [(column: String, word: String)] = []
  /// Whether it is a list with books to read, which may be meant as wanted.
  var hasWanted = false
  /// Whether they are meant so.
  var isWishing = false

  /// Begins to be taken in.
  mutating func begin() { (state, problem, done) = (.applying, nil, 0) }

  /// Whether it waits for somebody to say what the columns hold.
  var isUnclear: Bool { problem?.isAboutColumns ?? false }

  /// What it would bring, or brought.
  struct Findings: Sendable {
    /// Of an exported log a join, of every other file an import.
    enum Report: Sendable {
      case imported(ImportResult)
      case joined(LogMergeReport)
    }

    let report: Report
    /// How the columns of a list were taken.
    var mapping: ColumnMapping?
    /// The line of history that can be taken back.
    var line: RecordID?
  }

  /// How many items, and issues of each kind, are told.
  static let most = 1_000

  var json: JSON {
    let isDry = state != .applied && state != .undone
    return .members(
      ("id", .string(id.text)),
      ("state", .string(state.name)),
      ("format", .string(format.name)),
      ("made_at", .string(madeAt.text)),
      ("done", .integer(Int64(done))),
      ("total", .number(total.map { Int64($0) })),
      ("report", findings.imported?.json(isDry: isDry) ?? .null),
      ("joined", findings.joined?.json(most: Self.most) ?? .null),
      ("mapping", findings.mapping?.json ?? .null),
      ("line", .text(findings.line?.text)),
      ("problem", problem?.json ?? .null)
    )
  }
}

extension ImportJobState.Findings {
  var imported: ImportResult? {
    if case .imported(let findings) = report { findings } else { nil }
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
  /// Whether it is gone once somebody says what the columns of a list hold.
  var isAboutColumns: Bool {
    ["import.columns", "import.ambiguous_date", "usage.map"].contains(code)
  }

  fileprivate var json: JSON {
    .members(("code", .string(code)), ("detail", .string(message)), ("hint", .string(hint)))
  }
}
