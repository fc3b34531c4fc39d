import Cairn
import CairnHTTP
import CairnJSON
import CairnAccounts
import CairnTransfer

/// The handler of `/api/v1/exports/{format}`.
enum ExportHandlers {
  static let download = Endpoint(
    "Export the log.",
    query: [SchemaField("titles", .bool, "include titles in the calendar")],
    gives: .files(ExportFormat.all.map(\.type))
  ) { context in
    let name = context.captures["format"] ?? ""
    let all = ExportFormat.all(context.modules)
    guard let format = all.first(where: { $0.name == name }) else {
      let names = all.map(\.name).joined(separator: ", ")
      throw CairnError.field("format", "takes one of \(names)")
    }
    return try await context.export(format, titles: context.query.bool("titles"))
  }
}

extension AuthenticatedContext {
  /// Returns the log in a format as a download.
  ///
  /// Writes it to a temporary file first, so that a slow client does not hold a read transaction open.
  func export(_ format: ExportFormat, titles: Bool) async throws -> HTTPResponse {
    let name = format.fileName(on: zone.day(at: now))
    return try await download(name, type: format.type) {
      try await format.file(of: log, titles: titles, in: lease.folder)
    }
  }

  /// Returns a file as a download in blocks; a person may have two at once.
  func download(
    _ name: String,
    type: String,
    _ make: () async throws -> any ScopedFile
  ) async throws -> HTTPResponse {
    let permit = try await permit("export", of: 2, or: .tooManyExports)
    let folder = lease.folder
    let file = try await make()
    let parts = StreamedBody { send in
      var offset = 0
      while true {
        let (start, limit) = (offset, 65_536)
        let block = try await folder.work { try file.block(at: start, limit: limit) }
        guard !block.isEmpty else { break }
        try await send(block)
        offset += block.count
      }
      withExtendedLifetime(permit) {}
    }
    var response = HTTPResponse(.ok, type: type, parts: parts)
    response.fields.append("content-disposition", "attachment; filename=\"\(name)\"")
    return response
  }
}
