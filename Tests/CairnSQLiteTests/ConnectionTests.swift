import CSQLite
import CairnSQL
import CairnTestKit
import Foundation
import Testing

@testable import CairnSQLite

@Suite struct `A connection` {
  private func withConnection(_ body: (Connection) throws -> Void) async throws {
    try await withScratchFolder { folder in
      let connection = try Connection.open(folder + "/log.db", .device, busyTimeout: 0)
      try connection.script("CREATE TABLE thing (id INTEGER PRIMARY KEY, bytes BLOB) STRICT")
      try body(connection)
    }
  }

  private func write(_ connection: Connection, _ body: (Connection) throws -> Void) throws {
    try connection.transaction(.write, Cancellation(), body)
  }

  private func prepared(_ connection: Connection) -> [OpaquePointer] {
    Array(
      sequence(state: nil as OpaquePointer?) { last in
        last = sqlite3_next_stmt(connection.handle, last)
        return last
      }
    )
  }

  @Test func `prepares each statement once`() async throws {
    try await withConnection { connection in
      func insert(_ id: Int) throws { try connection.run("INSERT INTO thing (id) VALUES (\(id))") }
      let before = prepared(connection).count
      for id in 1...50 { try insert(id) }
      #expect(prepared(connection).count == before + 1)
    }
  }

  @Test func `keeps a bounded number of statements`() async throws {
    try await withConnection { connection in
      var filter: SQL = "id > 0"
      for _ in 1...(Connection.cacheLimit + 20) {
        filter = "\(fragment: filter) AND id > 0"
        try connection.run("SELECT id FROM thing WHERE \(fragment: filter)")
      }
      #expect(prepared(connection).count <= Connection.cacheLimit)
    }
  }

  @Test func `holds no value and no lock between uses`() async throws {
    try await withConnection { connection in
      let value = [UInt8](repeating: 7, count: 200_000)
      try connection.run("INSERT INTO thing (id, bytes) VALUES (1, \(value))")
      try connection.scan("SELECT id FROM thing WHERE bytes = \(value)") { _ in false }
      for statement in prepared(connection) {
        #expect(sqlite3_stmt_busy(statement) == 0)
        let text = sqlite3_expanded_sql(statement)
        defer { sqlite3_free(text) }
        #expect(text.map { strlen($0) } ?? 0 < 1_000)
      }
    }
  }

  @Test func `survives its cache being emptied in the middle of a loop`() async throws {
    try await withConnection { connection in
      try connection.run("INSERT INTO thing (id) VALUES (1), (2)")
      var ids: [Int64] = []
      try connection.each("SELECT id FROM thing ORDER BY id") { row in
        try connection.script("SELECT 1")
        ids.append(try row.integer(0))
      }
      #expect(ids == [1, 2])
    }
  }

  @Test func `runs nothing after SQLite has rolled back`() async throws {
    try await withConnection { connection in
      let error = #expect(throws: StorageError.self) {
        try write(connection) { db in
          try db.run("INSERT INTO thing (id) VALUES (1)")
          _ = try? db.run("INSERT OR ROLLBACK INTO thing (id) VALUES (1)")
          try db.run("INSERT INTO thing (id) VALUES (2)")
        }
      }
      #expect(error?.code == .rolledBack)
      let first = try connection.first("SELECT id FROM thing") { try $0.integer(0) }
      #expect(first == nil)
    }
  }

  @Test func `does not call a rolled back transaction committed`() async throws {
    try await withConnection { connection in
      #expect(throws: StorageError.self) {
        try write(connection) { db in
          try db.run("INSERT INTO thing (id) VALUES (1)")
          _ = try? db.run("INSERT OR ROLLBACK INTO thing (id) VALUES (1)")
        }
      }
    }
  }

  @Test func `is usable after the database was full`() async throws {
    try await withConnection { connection in
      _ = try connection.first("PRAGMA max_page_count = 10") { _ in }
      let error = #expect(throws: StorageError.self) {
        try write(connection) { db in
          try db.run("INSERT INTO thing (id) VALUES (1)")
          try db.run("INSERT INTO thing (id, bytes) VALUES (2, zeroblob(100000))")
        }
      }
      #expect(error?.code == .full)
      try write(connection) { try $0.run("INSERT INTO thing (id) VALUES (3)") }
      #expect(try connection.all("SELECT id FROM thing") { try $0.integer(0) } == [3])
    }
  }

  /// A disk that fails while a commit writes, or while it syncs.
  enum Flaw: CaseIterable { case write, sync }

  @Test(arguments: [(Flaw.write, StorageError.Code.full), (.sync, .io)])
  func `is usable after the disk failed during a commit`(
    flaw: Flaw,
    code: StorageError.Code
  ) async throws {
    try await withConnection { connection in
      try write(connection) { try $0.run("INSERT INTO thing (id) VALUES (1)") }
      let error = try #require(throws: StorageError.self) {
        try withFlaw(flaw, connection) {
          try write(connection) { db in
            try db.run("INSERT INTO thing (id, bytes) VALUES (2, zeroblob(100000))")
          }
        }
      }
      #expect(error.code == code)
      #expect(try connection.all("SELECT id FROM thing") { try $0.integer(0) } == [1])
      try write(connection) { try $0.run("INSERT INTO thing (id) VALUES (3)") }
      #expect(
        try connection.all("SELECT id FROM thing ORDER BY id") { try $0.integer(0) } == [1, 3]
      )
      #expect(try connection.first("PRAGMA integrity_check") { try $0.text(0) } == "ok")
    }
  }

  /// Replaces the I/O methods of the connection's file while the body runs.
  private func withFlaw(_ flaw: Flaw, _ connection: Connection, _ body: () throws -> Void) throws {
    var found: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_FILE_POINTER, &found)
    let file = try #require(found)
    let sound = try #require(file.pointee.pMethods)
    let flawed = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    flawed.initialize(to: sound.pointee)
    switch flaw {
    case .write: flawed.pointee.xWrite = { _, _, _, _ in SQLITE_FULL }
    case .sync: flawed.pointee.xSync = { _, _ in SQLITE_IOERR }
    }
    file.pointee.pMethods = UnsafePointer(flawed)
    defer {
      file.pointee.pMethods = sound
      flawed.deallocate()
    }
    try body()
  }
}
