import Cairn
import CairnSQL

extension LogWriter {
  /// Does a part of this write that is taken back alone when a table refuses it.
  ///
  /// One bad mutation must not hold up those beside it (spec/sync.md F6, F7). Nil when it was taken
  /// back; throws what else went wrong.
  func attempt<Value>(_ body: () throws -> Value) throws -> Value? {
    try connection.settle()
    try connection.run("SAVEPOINT attempt")
    let before = state
    do {
      let result = Result { try body() }
      try connection.settle()
      let value = try result.get()
      try connection.run("RELEASE attempt")
      return value
    } catch let error as StorageError where error.isRefusedRow {
      try connection.run("ROLLBACK TO attempt")
      try connection.run("RELEASE attempt")
      state = before
      return nil
    }
  }
}

extension StorageError {
  /// Whether a table refused a row, whatever is done about it.
  fileprivate var isRefusedRow: Bool {
    [.unique, .check, .foreignKey, .notNull, .constraint, .typeMismatch].contains(code)
  }
}
