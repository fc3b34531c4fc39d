import CairnSQL

/// A table of sums, of which a transaction writes only what changed in the end.
///
/// Sums of a session that was changed cancel out where they did not change, and an import adds all
/// sessions of a day in one statement. The last sum of each counts what is in a row; a row in which
/// nothing is left is removed.
struct SumTable: Sendable {
  /// Its name.
  let name: String
  /// Adds sums, none of them negative, to the row of a key, or makes it.
  let add: @Sendable (_ key: [SQLValue], _ sums: [Int64]) -> SQL
  /// Adds sums to the row of a key.
  let change: @Sendable (_ key: [SQLValue], _ sums: [Int64]) -> SQL
  /// Removes the row of a key when nothing is left in it.
  let prune: @Sendable (_ key: [SQLValue]) -> SQL
}

/// What a transaction adds to tables of sums and takes from them.
struct Tally {
  private struct Key: Hashable {
    let table: String
    let values: [SQLValue]
  }

  private var tables: [String: SumTable] = [:]
  private var keys: [Key] = []
  private var sums: [Key: [Int64]] = [:]

  /// Adds sums to a row; taking away is adding negative ones.
  mutating func add(_ sums: [Int64], to values: [SQLValue], of table: SumTable) {
    let key = Key(table: table.name, values: values)
    guard let known = self.sums[key] else {
      tables[table.name] = table
      keys.append(key)
      self.sums[key] = sums
      return
    }
    self.sums[key] = zip(known, sums).map { $0 + $1 }
  }

  /// Writes what changed, and begins anew.
  mutating func flush(in connection: any SQLConnection) throws {
    for key in keys {
      guard let table = tables[key.table], let sums = sums[key], sums.contains(where: { $0 != 0 })
      else { continue }
      if sums.allSatisfy({ $0 >= 0 }) {
        try connection.run(table.add(key.values, sums))
      } else {
        try connection.run(table.change(key.values, sums))
        try connection.run(table.prune(key.values))
      }
    }
    self = Tally()
  }
}
