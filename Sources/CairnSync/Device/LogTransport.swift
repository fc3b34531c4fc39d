package import CairnStore

extension Log {
  /// A transport that calls this log directly, as the server's handlers would, without a network.
  package var directTransport: SyncTransport {
    { call in
      do {
        return SyncResponse(status: 200, body: try await respond(call))
      } catch is EpochMismatch {
        return SyncResponse(status: 409, body: Array(#"{"code":"sync.epoch_mismatch"}"#.utf8))
      }
    }
  }

  private func respond(_ call: SyncRequest) async throws -> [UInt8] {
    switch call.path {
    case "/api/v1/sync/hello": try await syncHead().encode()
    case "/api/v1/sync/push": PushResults(try await applyPush(SyncPush(call.body ?? []))).encode()
    default: try await syncPage(SyncPull(call.body ?? [])).encode()
    }
  }

  /// Copies another log into this empty one, with records and history, between any two databases.
  ///
  /// Runs like a device's first sync, then stops following the source. Copies its identity, so that its devices can
  /// follow this log and retried requests get their stored response. Throws the errors of ``SyncRunner/run()``.
  package func fill(from source: Log) async throws {
    _ = try await SyncRunner(self, transport: source.directTransport).run()
    try await stopSyncing()
    try await adoptIdentity(source.identity())
  }
}
