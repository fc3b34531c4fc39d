import CairnTransfer
import CairnStore
import Glibc

extension Log {
  /// Writes a CSV file per table into a folder, all or none; returns the confirmation.
  ///
  /// Throws `storage.file_exists` if one of the files exists, and `storage.cannot_write`.
  func writeTables(to folder: String, _ context: CommandContext) async throws -> String {
    let tables = try await tables()
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw Files.cannotWrite(folder) }
    var sinks: [ExportSink] = []
    do {
      for table in tables {
        sinks.append(try ExportSink("\(folder)/\(table.name).csv", context.output))
      }
      for (sink, table) in zip(sinks, tables) { try sink.write(table.bytes) }
    } catch {
      for sink in sinks { sink.discard() }
      throw error
    }
    for sink in sinks { try sink.finish() }
    let counts = tables.map { "\($0.count) in \($0.name).csv" }
    return "Exported rows: \(counts.joined(separator: ", "))."
  }
}
