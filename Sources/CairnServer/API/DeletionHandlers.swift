import Cairn
import CairnHTTP
import CairnJSON
import CairnReports
import CairnStore
import CairnSync

/// The handlers of `/api/v1/deletions`: bulk deletions by other devices.
enum DeletionHandlers {
  private static let deletions = JSONFields<[BulkDeletionReport]>(list: "deletions")

  static let list = Endpoint(
    "List bulk deletions by other devices, newest first.",
    gives: .json(deletions)
  ) { context in
    HTTPResponse(try await deletionsJSON(context.log))
  }

  static let restore = Endpoint(
    "Restore the records of a bulk deletion; idempotent.",
    gives: .json(RestoredRecords.self)
  ) { context in
    let id = try context.id("id")
    return try await context.write { try $0.restore(id).json }
  }

  static let dismiss = Endpoint(
    "Dismiss a bulk deletion and keep its records deleted; idempotent.",
    gives: .json(deletions)
  ) { context in
    let id = try context.id("id")
    try await context.log.write { try $0.dismiss(id) }
    return HTTPResponse(try await deletionsJSON(context.log))
  }

  private static func deletionsJSON(_ log: Log) async throws -> JSON {
    let devices = try await log.deviceNames()
    return deletions.json(try await log.bulkDeletions().map { $0.report(devices) })
  }
}
