package import Cairn
import CairnExchange
package import CairnReports
package import CairnStore

extension Log {
  /// Merges an exported log into this one, all or nothing; with `dryRun` only reports the result.
  ///
  /// Also returns the history entry if the merge can be undone. Reads the file inside the write, block by block.
  package func merge(
    _ file: any ImportedFile,
    dryRun: Bool
  ) async throws -> (report: LogMergeReport, entry: RecordID?) {
    do {
      return try await write("Log imported") { writer in
        let report = try Self.merge(file, writer)
        if dryRun { throw DryMerge(report: report) }
        let records = counted(report.records, "record")
        writer.title = "Imported a log of \(records)"
        return (report, writer.entryID)
      }
    } catch let only as DryMerge {
      return (only.report, nil)
    }
  }

  private static func merge(_ file: any ImportedFile, _ writer: LogWriter) throws -> LogMergeReport
  {
    var (merge, reader) = (try LogMerge(writer), LogReader())
    let add = { (line: LogLine, number: Int) in
      switch line {
      case .record(let record): try merge.add(record, line: number)
      case .mutation(let mutation): try merge.add(mutation)
      default: break
      }
    }
    try file.eachBlock { try reader.parse($0, add) }
    try reader.finish(add)
    return try merge.finish()
  }
}

private struct DryMerge: Error {
  let report: LogMergeReport
}
