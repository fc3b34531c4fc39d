import Cairn
import CairnExchange
import CairnStore
import Glibc

extension Log {
  /// Writes a CSV file for each table into a folder, all or none; gives what to tell.
  ///
  /// Throws `storage.file_exists` when one of them is there, and `storage.cannot_write`.
  func writeTables(to folder: String, _ surroundings: Surroundings) async throws -> String {
    let tables = try await tables()
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw Files.cannotWrite(folder) }
    var sinks: [ExportSink] = []
    do {
      for table in tables {
        sinks.append(try ExportSink("\(folder)/\(table.name).csv", surroundings.output))
      }
      for (sink, table) in zip(sinks, tables) { try sink.write(table.bytes) }
    } catch {
      for sink in sinks { sink.discard() }
      throw error
    }
    for sink in sinks { try sink.finish() }
    let counts = tables.map { "\($0.rows.count) in \($0.name).csv" }
    return "Exported rows: \(counts.joined(separator: ", "))."
  }

  private func tables() async throws -> [ExportTable] {
    try await bookTables() + sessionTables() + streakTables()
  }

  private func bookTables() async throws -> [ExportTable] {
    var (shelf, editions, readings) = (
      ExportTable.books, ExportTable.editions, ExportTable.readings
    )
    for book in try await shelvedBooks() {
      shelf.add(book)
      for edition in book.editions { editions.add(edition, of: book) }
      for reading in book.book.readThroughs { readings.add(reading, of: book) }
    }
    var passages = ExportTable.passages
    for row in try await self.passages() { passages.add(row) }
    return [shelf, editions, readings, passages]
  }

  private func sessionTables() async throws -> [ExportTable] {
    let rows = try await sessions(SessionFilter(limit: .max)).reversed()
    let origins = try await sessionOrigins()
    var (sessions, pauses, days) = (ExportTable.sessions, ExportTable.pauses, ExportTable.days)
    for row in rows {
      sessions.add(row, origins[row.id])
      for pause in row.pauses { pauses.add(pause, of: row) }
    }
    for kind in Set(rows.map(\.kind.name)).sorted() {
      let all = LocalDay(number: .min)...LocalDay(number: .max)
      for day in try await dayTotals(SessionKind(kind), in: all) { days.add(day, kind) }
    }
    return [sessions, pauses, days]
  }

  private func streakTables() async throws -> [ExportTable] {
    var (goals, doses, freezes) = (ExportTable.goals, ExportTable.doses, ExportTable.freezes)
    for goal in try await self.goals() { goals.add(goal) }
    for dose in try await self.doses() { doses.add(dose) }
    for day in try await frozenDays() { freezes.add(day) }
    return [goals, doses, freezes]
  }
}
