import CairnExchange
import CairnServer

extension ImportFile: ImportedFile {
  /// Needs its path no more once it is open.
  func statistics() async throws -> KOReaderStatistics {
    try await KOReaderFile.read(path, name: name, opened: remove)
  }
}
