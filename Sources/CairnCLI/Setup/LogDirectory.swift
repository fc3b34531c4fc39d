import Cairn
import CairnSQLite
import CairnTransfer

/// The directory of a log, used for temporary uploads and downloads.
struct LogDirectory: LogFolder {
  let directory: DataDirectory

  func newFile() async throws -> any ScopedFile {
    try await BlockingWork.run { [directory] in try ScopedTemporaryFile(in: directory.path) }
  }

  func backUp(at now: Instant) async throws {
    _ = try await directory.backupFolder.copy(directory.open(on: .own), at: now)
  }

  func work<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await BlockingWork.run(work)
  }
}
