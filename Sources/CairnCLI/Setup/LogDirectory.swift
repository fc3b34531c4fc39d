import Cairn
import CairnServer
import CairnSQLite

/// The folder of a log, with room for files that somebody sends or takes away.
struct LogDirectory: LogFolder {
  let directory: DataDirectory

  func newFile() async throws -> any ScopedFile {
    try await Waiting.run { [directory] in try ScopedTemporaryFile(in: directory.path) }
  }

  func backUp(at now: Instant) async throws {
    _ = try await directory.backupFolder.copy(directory.open(on: .own), at: now)
  }

  func work<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await Waiting.run(work)
  }
}
