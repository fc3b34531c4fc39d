import Cairn
import CairnSQL

extension LogWriter {
  /// Does a part of this write that is taken back alone when a table refuses it.
  ///
  /// One bad mutation must not hold up those beside it (spec/sync.md F6, F7). Nil when it was taken
  /// back, with `orRefused` also what a rule refused; throws what else went
  /// wrong.
  func attempt<Value>(
    orRefused: Bool = false,
    _ body: () throws -> Value
  ) throws -> Value? {
    try connection.settle()
    try connection.run("SAVEPOINT attempt")
    let before = state
    // Sums are kept apart meanwhile: a copy of all there are would cost more with each attempt.
    var sums = projection.tally
    projection.tally = SumDeltas()
    defer { projection.tally = sums }
    do {
      let result = Result { try body() }
      try connection.settle()
      let value = try result.get()
      try connection.run("RELEASE attempt")
      sums.add(projection.tally)
      return value
    } catch let error where error.isRefusedRow || (orRefused && error is CairnError) {
      try connection.run("ROLLBACK TO attempt")
      try connection.run("RELEASE attempt")
      state = before
      return nil
    }
  }
}

extension Error {
  /// Whether a table refused a row, whatever is done about it.
  fileprivate var isRefusedRow: Bool {
    guard let code = (self as? StorageError)?.code else { return false }
    return [.unique, .check, .foreignKey, .notNull, .constraint, .typeMismatch, .tooBig].contains(
      code
    )
  }
}
