package import CairnStore

extension Log {
  /// Answers who syncs with this log as the handlers of a server do, with no network between.
  package var answering: SyncTransport {
    { call in
      do {
        return SyncResponse(status: 200, body: try await answer(call))
      } catch is EpochMismatch {
        return SyncResponse(status: 409, body: Array(#"{"code":"sync.other_epoch"}"#.utf8))
      }
    }
  }

  private func answer(_ call: SyncRequest) async throws -> [UInt8] {
    switch call.path {
    case "/api/v1/sync/hello": try await syncHead().encode()
    case "/api/v1/sync/push": PushResults(try await applyPush(SyncPush(call.body ?? []))).encode()
    default: try await syncPage(SyncPull(call.body ?? [])).encode()
    }
  }

  /// Makes this empty log the same as another, records and history alike, whatever the engines.
  ///
  /// It is what a device does that follows a server for the first time, and follows nobody afterwards.
  /// Devices that followed the other follow this one, and a request that was answered there is not done again.
  /// Throws what ``SyncRunner/run()`` does.
  package func fill(from source: Log) async throws {
    _ = try await SyncRunner(self, transport: source.answering).run()
    try await unfollow()
    try await assume(source.identity())
  }
}
