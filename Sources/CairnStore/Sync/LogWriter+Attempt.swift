import Cairn
import CairnSQL

extension LogWriter {
  /// Runs a part of this write in a savepoint; returns nil if it was rolled back because a constraint failed.
  ///
  /// One bad mutation must not block the others (spec/sync.md F6, F7). With `catchesErrors` a `CairnError` also rolls
  /// back. Rethrows any other error.
  package func attempt<Value>(
    catchesErrors: Bool = false,
    _ body: () throws -> Value
  ) throws -> Value? {
    try connection.drain()
    try connection.run("SAVEPOINT attempt")
    let before = state
    // The sums of the part are collected separately, because copying all sums would make each attempt more expensive.
    var sums = projection.sumDeltas
    projection.sumDeltas = SumDeltas()
    defer { projection.sumDeltas = sums }
    do {
      let result = Result { try body() }
      try connection.drain()
      let value = try result.get()
      try connection.run("RELEASE attempt")
      sums.add(projection.sumDeltas)
      return value
    } catch {
      let error = cause(of: error)
      guard error.isConstraintViolation || (catchesErrors && error is CairnError) else {
        throw error
      }
      try connection.run("ROLLBACK TO attempt")
      try connection.run("RELEASE attempt")
      state = before
      databaseFailure = nil
      return nil
    }
  }
}

extension Error {
  /// Whether a table rejected a row.
  fileprivate var isConstraintViolation: Bool {
    guard let code = (self as? StorageError)?.code else { return false }
    return [.unique, .check, .foreignKey, .notNull, .constraint, .typeMismatch, .tooBig].contains(
      code
    )
  }
}
