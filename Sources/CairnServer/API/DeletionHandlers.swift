import Cairn
import CairnHTTP
import CairnStore

/// The handlers of `/api/v1/deletions`: bulk deletions by other devices.
enum DeletionHandlers {
  static let list = Endpoint(
    "List what other devices deleted in bulk, the latest first.",
    gives: .json(["deletions": .list(.bulkDeletion)])
  ) { context in
    HTTPResponse(try await told(context.log))
  }

  static let restore = Endpoint(
    "Bring back what another device deleted; again it changes nothing.",
    gives: .json(.restoredRecords)
  ) { context in
    let id = try context.id("id")
    return try await context.write("Bring back") { try $0.restore(id).json }
  }

  static let dismiss = Endpoint(
    "Leave it deleted, and tell of it no more; again it changes nothing.",
    gives: .json(["deletions": .list(.bulkDeletion)])
  ) { context in
    let id = try context.id("id")
    try await context.log.write("Leave it deleted") { try $0.dismiss(id) }
    return HTTPResponse(try await told(context.log))
  }

  private static func told(_ log: Log) async throws -> JSON {
    let devices = try await log.deviceNames()
    return .members(("deletions", .array(try await log.bulkDeletions().map { $0.json(devices) })))
  }
}
