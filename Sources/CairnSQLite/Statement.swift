import CSQLite
import CairnSQL

/// A prepared statement and, while it is being stepped, its current row.
final class Statement {
  let handle: OpaquePointer
  let columnCount: Int
  /// The tables that it may write, including those of triggers; empty for a query.
  let tables: Set<String>
  let positions: ColumnPositions
  var isBusy = false
  /// The serial number of the last transaction that recorded its changes.
  var lastRecordedIn = -1
  private var bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)

  init(_ handle: OpaquePointer, tables: Set<String>) {
    self.handle = handle
    self.tables = tables
    columnCount = Int(sqlite3_column_count(handle))
    positions = ColumnPositions(columnCount: columnCount)
  }

  deinit {
    sqlite3_finalize(handle)
    bytes.deallocate()
  }

  /// Whether SQLite guarantees that it does not change the file.
  var isReading: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// Steps to the next row; returns false at the end.
  func step() throws(StorageError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw StorageError(code, on: sqlite3_db_handle(handle), isRunning: true)
    }
  }

  /// Releases locks, values and large buffers.
  func finish() {
    sqlite3_reset(handle)  // returns the error that `step` has already thrown
    sqlite3_clear_bindings(handle)
    if bytes.count > 65_536 { resize(64) }
    isBusy = false
  }

  /// Binds the values in order.
  ///
  /// Text and bytes are copied once into a buffer that lives as long as the statement, so that SQLite needs
  /// no copy of its own (SQLITE_STATIC) and no pointer dangles.
  func bind(_ values: [SQLValue]) throws(StorageError) {
    guard sqlite3_bind_parameter_count(handle) == values.count else {
      throw StorageError(.statement, "The statement parameters do not match its text.")
    }
    let count = values.reduce(0) { $0 + $1.byteCount }
    if count > bytes.count { resize(count) }
    var offset = 0
    for (index, value) in values.enumerated() {
      let end = offset + value.byteCount
      let buffer = UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<end])
      let code = bind(value, Int32(index + 1), buffer)
      guard code == SQLITE_OK else {
        throw StorageError(code, on: sqlite3_db_handle(handle), isRunning: true)
      }
      offset = end
    }
  }

  private func resize(_ count: Int) {
    bytes.deallocate()
    bytes = .allocate(byteCount: count, alignment: 1)
  }

  private func bind(
    _ value: SQLValue,
    _ index: Int32,
    _ buffer: UnsafeMutableRawBufferPointer
  ) -> Int32 {
    let (start, count) = (buffer.baseAddress, UInt64(buffer.count))
    switch value {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let integer): return sqlite3_bind_int64(handle, index, integer)
    case .text(var text):
      text.withUTF8 { buffer.copyBytes(from: $0) }
      return sqlite3_bind_text64(handle, index, start, count, nil, UInt8(SQLITE_UTF8))
    case .blob(let blob): buffer.copyBytes(from: blob)
    case .uuid(let high, let low):
      buffer.storeBytes(of: high.bigEndian, as: UInt64.self)
      buffer.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    return sqlite3_bind_blob64(handle, index, start, count, nil)
  }
}

extension SQLValue {
  fileprivate var byteCount: Int {
    switch self {
    case .null, .integer: 0
    case .text(let text): text.utf8.count
    case .blob(let blob): blob.count
    case .uuid: 16
    }
  }
}
