import Cairn
import CairnHTTP
import CairnStore

/// `/api/v1/deletions`: what another device deleted in bulk.
enum DeletionHandlers {
  static let list = Endpoint(
    "List what other devices deleted in bulk, the latest first.",
    gives: .json(["deletions": .list(.bulkDeletion)])
  ) { visit in
    HTTPResponse(try await told(visit.log))
  }

  static let restore = Endpoint(
    "Bring back what another device deleted; again it changes nothing.",
    gives: .json(.restoredRecords)
  ) { visit in
    let id = try visit.id("id")
    return try await visit.write("Bring back") { try $0.restore(id).json }
  }

  static let dismiss = Endpoint(
    "Leave it deleted, and tell of it no more; again it changes nothing.",
    gives: .json(["deletions": .list(.bulkDeletion)])
  ) { visit in
    let id = try visit.id("id")
    try await visit.log.write("Leave it deleted") { try $0.dismiss(id) }
    return HTTPResponse(try await told(visit.log))
  }

  private static func told(_ log: Log) async throws -> JSON {
    let devices = try await log.deviceNames()
    return .members(("deletions", .array(try await log.bulkDeletions().map { $0.json(devices) })))
  }
}
