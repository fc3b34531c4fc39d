package import Cairn
import CairnExchange
package import CairnStore

extension Log {
  /// Merges an exported log into this one, all or nothing; with `dryRun` only reports the result.
  ///
  /// Also returns the history entry if the merge can be undone. Reads the file inside the write, block by block.
  package func join(
    _ file: any ImportedFile,
    dryRun: Bool
  ) async throws -> (report: LogMergeReport, line: RecordID?) {
    do {
      return try await write("Log imported") { writer in
        let report = try Self.join(file, writer)
        if dryRun { throw DryMerge(report: report) }
        let records = report.records == 1 ? "1 record" : "\(report.records) records"
        writer.title = "Imported a log of \(records)"
        return (report, writer.entryID)
      }
    } catch let only as DryMerge {
      return (only.report, nil)
    }
  }

  private static func join(_ file: any ImportedFile, _ writer: LogWriter) throws -> LogMergeReport {
    var (join, reader) = (try LogMerge(writer), LogReader())
    let add = { (line: LogLine, number: Int) in
      switch line {
      case .record(let record): try join.add(record, line: number)
      case .mutation(let mutation): try join.add(mutation)
      default: break
      }
    }
    try file.eachBlock { try reader.parse($0, add) }
    try reader.finish(add)
    return try join.finish()
  }
}

private struct DryMerge: Error {
  let report: LogMergeReport
}
