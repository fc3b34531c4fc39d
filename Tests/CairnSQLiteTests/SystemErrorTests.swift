import CairnSQL
import CairnTestKit
import Foundation
import Testing

@testable import CairnSQLite

@Suite struct `An error of the system` {
  @Test(arguments: [(ENOSPC, "the disk is full"), (EACCES, "permission denied")])
  func `has our words and those of the system`(number: Int32, reason: String) {
    let error = SystemError(number)
    #expect(error.reason == reason && error.cause == String(cString: strerror(number)))
  }

  @Test func `without words of ours has its number`() {
    #expect(SystemError(ENOSYS).reason == "system error \(ENOSYS)")
  }
}

@Suite struct `An error of SQLite` {
  @Test func `has its text as the cause, and our words for people`() async throws {
    try await withScratchFolder { folder in
      let path = folder + "/nowhere/log.db"
      let error = await #expect(throws: StorageError.self) {
        try await SQLiteDatabase.open(path: path)
      }
      #expect(error?.message == "\(path): it cannot be opened")
      #expect(error?.cause == "unable to open database file")
    }
  }

  @Test func `names the columns of a broken constraint`() async throws {
    try await TestEngine.device.scratch { scratch in
      let database = try await scratch.open()
      let error = await #expect(throws: StorageError.self) {
        try await database.write {
          try $0.script("CREATE TABLE kept (n INTEGER UNIQUE) STRICT")
          try $0.script("INSERT INTO kept VALUES (1), (1)")
        }
      }
      #expect(error?.code == .unique)
      #expect(error?.message == "a row breaks a rule of the database: kept.n")
    }
  }
}
