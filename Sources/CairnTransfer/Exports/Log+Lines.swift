import Cairn
import CairnExchange
package import CairnStore

extension Log {
  /// Writes the export in blocks of about 64 KiB; returns the number of records and mutations.
  package func writeLines(
    _ write: @escaping @Sendable ([UInt8]) throws -> Void
  ) async throws -> (records: Int64, mutations: Int64) {
    let buffer = ExportBuffer(write)
    try buffer.append(.header(version: LogLine.version))
    try await export(
      records: { try buffer.append(.record($0)) },
      mutations: { try buffer.append(.mutation($0)) }
    )
    return try buffer.end()
  }
}

/// A buffer for the lines of an export, filled by one read.
///
/// `Sendable` is unchecked: only the queue of the read uses it, then its caller once the read has finished.
private final class ExportBuffer: @unchecked Sendable {
  private let write: @Sendable ([UInt8]) throws -> Void
  private var bytes: [UInt8] = []
  private var records: Int64 = 0
  private var mutations: Int64 = 0

  init(_ write: @escaping @Sendable ([UInt8]) throws -> Void) {
    self.write = write
  }

  func append(_ line: LogLine) throws {
    switch line {
    case .record: records += 1
    case .mutation: mutations += 1
    default: break
    }
    var writer = JSONWriter(capacity: 512)
    line.write(to: &writer)
    bytes += writer.bytes
    bytes.append(0x0A)
    if bytes.count > 65_536 { try flush() }
  }

  func end() throws -> (records: Int64, mutations: Int64) {
    try append(.end(records: records, mutations: mutations))
    try flush()
    return (records, mutations)
  }

  private func flush() throws {
    try write(bytes)
    bytes = []
  }
}
