import Cairn
import CairnExchange
import CairnStore
import CairnTransfer

/// The format and the destination of an export.
struct ExportTarget: Sendable {
  /// The typed name of the format; nil for the whole log.
  private let format: String?
  /// Nil for standard output.
  private let path: String?

  static let formats = ["csv", "goodreads", "ical", "climbs", "attempts", "facts"]

  /// Reads `FILE`, `FORMAT` or `FORMAT FILE`; `-` is standard output; throws `usage.export`.
  init(_ words: [String]) throws(CairnError) {
    let first = words.first.flatMap { Self.formats.contains($0) ? $0 : nil }
    let rest = words.dropFirst(first == nil ? 0 : 1)
    guard rest.count <= 1 else {
      throw Self.error("“\(rest.joined(separator: " "))” is not one file.")
    }
    (format, path) = (first, rest.first == "-" ? nil : rest.first)
    if format == "csv", path == nil { throw Self.error("The tables need a folder.") }
  }

  private static func error(_ message: String) -> CairnError {
    CairnError(
      "usage.export",
      message,
      hint: "Give a file, or one of \(formats.joined(separator: ", ")) and a file or folder."
    )
  }

  /// Writes the export and returns a confirmation; nil for standard output.
  func write(_ log: Log, _ context: CommandContext, titles: Bool) async throws -> String? {
    switch format {
    case "csv": return try await log.writeTables(to: path ?? ".", context)
    case "goodreads":
      let books = try await log.shelvedBooks()
      try write(GoodreadsFile.write(books), context)
      return confirmation("Exported \(counted(books.count, "book")).")
    case "ical":
      let (bytes, count) = try await log.calendar(titles: titles)()
      try write(bytes, context)
      return confirmation("Exported \(counted(count, "session")).")
    case "climbs", "attempts", "facts":
      let table = try await log.table(alone: format ?? "")()
      try write(table.bytes, context)
      let noun = String(format?.dropLast() ?? "")
      return confirmation("Exported \(counted(table.count, noun)).")
    default:
      let counts = try await log.write(to: try ExportSink(path, context.output))
      let records = counted(counts.records, "record")
      return confirmation(
        "Exported \(records) and \(counted(counts.mutations, "mutation"))."
      )
    }
  }

  private func confirmation(_ words: String) -> String? { path == nil ? nil : words }

  private func write(_ bytes: [UInt8], _ context: CommandContext) throws {
    let sink = try ExportSink(path, context.output)
    do {
      try sink.write(bytes)
      try sink.finish()
    } catch {
      sink.discard()
      throw error
    }
  }
}
