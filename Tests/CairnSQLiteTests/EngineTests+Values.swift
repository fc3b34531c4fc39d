import CairnSQL
import CairnTestKit
import Testing

extension EngineTests {
  @Test(arguments: TestEngine.files)
  func `values round-trip in order`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      try await database.write { db in
        try db.run(
          """
          INSERT INTO thing (id, label, bytes, size)
          VALUES (\(1), \("one"), \([1, 0, 255] as [UInt8]), \(Int32(3)))
          """
        )
      }
      let row = try await database.read { db in
        try db.first("SELECT id, label, bytes, size FROM thing WHERE id = \(1)") { row in
          #expect(row.columnCount == 4)
          return try (0..<4).map { try row.value($0) }
        }
      }
      #expect(row == [.integer(1), .text("one"), .blob([1, 0, 255]), .integer(3)])
    }
  }

  @Test(
    arguments: TestEngine.files,
    ["", "a\0b", "\0", "é🧗‍♀️", String(repeating: "long ", count: 20_000)]
  )
  func `text survives byte for byte`(engine: TestEngine, text: String) async throws {
    try await withTables(engine) { database, _ in
      try await database.add(1, text)
      let found = try await database.labels()[0]
      #expect(found.map { Array($0.utf8) } == Array(text.utf8))
      let isFound = try await database.read { db in
        try db.first("SELECT 1 FROM thing WHERE label = \(text)") { _ in true }
      }
      #expect(isFound == true)
    }
  }

  @Test(arguments: TestEngine.files)
  func `empty bytes are not null`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      let none: [UInt8]? = nil
      try await database.write { db in
        try db.run("INSERT INTO thing (id, bytes) VALUES (1, \([] as [UInt8])), (2, \(none))")
      }
      let bytes = try await database.read { db in
        try db.values("SELECT bytes FROM thing ORDER BY id") as [[UInt8]?]
      }
      #expect(bytes == [[], nil])
    }
  }

  @Test(arguments: TestEngine.files, [Int64.min, -1, 0, 1, Int64.max])
  func `every 64-bit integer survives`(engine: TestEngine, number: Int64) async throws {
    try await withTables(engine) { database, _ in
      try await database.write { try $0.run("INSERT INTO thing (id) VALUES (\(number))") }
      let found = try await database.read { db in
        try db.first("SELECT id FROM thing") { try $0.integer(0) }
      }
      #expect(found == number)
    }
  }

  @Test(arguments: TestEngine.files)
  func `a uuid is sixteen bytes in reading order`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      let (high, low) = (0x0102_0304_0506_0708 as UInt64, 0xFFFE_FDFC_FBFA_F9F8 as UInt64)
      try await database.write { db in
        try db.run("INSERT INTO thing (id, bytes) VALUES (1, \(SQLValue.uuid(high, low)))")
      }
      let found = try await database.read { db in
        try db.first("SELECT bytes FROM thing WHERE bytes = \(SQLValue.uuid(high, low))") { row in
          let (high, low) = try row.uuid(0)
          return (high, low, try row.blob(0))
        }
      }
      #expect(found?.0 == high)
      #expect(found?.1 == low)
      #expect(found?.2 == Array(1...8) + (248...255).reversed())
    }
  }

  @Test(arguments: TestEngine.files)
  func `a type mismatch names the column`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      try await database.write { db in
        try db.run("INSERT INTO thing (id, label, bytes) VALUES (1, 'secret', \([1] as [UInt8]))")
      }
      func misread(_ read: @escaping @Sendable (any SQLRow) throws -> some Any) async -> String? {
        let error = await refusal {
          try await database.read { db in
            try db.each("SELECT id, label, bytes, NULL AS gap FROM thing") { _ = try read($0) }
          }
        }
        #expect(error?.code == .typeMismatch)
        return error?.message
      }
      #expect(await misread { try $0.integer(1) } == "Column label holds text, not an integer.")
      #expect(await misread { try $0.text(0) } == "Column id holds an integer, not text.")
      #expect(await misread { try $0.blob(1) } == "Column label holds text, not bytes.")
      #expect(await misread { try $0.integer(3) } == "Column gap holds null, not an integer.")
      #expect(await misread { try $0.uuid(2) } == "Column bytes holds 1 bytes, not a 16-byte UUID.")
      #expect(await misread { try $0.text(9) } == "Column number 9 of 4 holds null, not text.")
      #expect(
        await misread { try $0["label"] as Int64? } == "Column label holds text, not an integer."
      )
    }
  }

  @Test(arguments: TestEngine.files)
  func `a column is read by its name, whatever the order`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      try await database.write { db in
        try db.run("INSERT INTO thing (id, label) VALUES (1, 'a'), (2, NULL), (3, 'c')")
      }
      let found = try await database.read { db in
        try db.all("SELECT id, label FROM thing ORDER BY id") { row in
          let label: String? = try row["label"]
          return label == nil ? "-" : "\(try row["id"] as Int) \(try row["label"] as String)"
        }
      }
      #expect(found == ["1 a", "-", "3 c"])
    }
  }

  @Test(
    arguments: [
      ("SELECT id FROM thing", "The statement has no column named label."),
      ("SELECT label, id AS label FROM thing", "The statement has 2 columns named label."),
    ] as [(SQL, String)]
  )
  func `a column that a statement lacks or has twice is an error`(
    query: SQL,
    message: String
  ) async throws {
    try await withTables(.device) { database, _ in
      try await database.write { try $0.run("INSERT INTO thing (id, label) VALUES (1, 'a')") }
      let error = await refusal {
        try await database.read { try $0.all(query) { try $0["label"] as String } }
      }
      #expect(error?.code == .statement && error?.message == message)
    }
  }

  @Test(arguments: TestEngine.files)
  func `count returns the number of changed rows`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      let counts = try await database.write { db in
        [
          try db.count("INSERT INTO thing (id) VALUES (1), (2), (3)"),
          try db.count("UPDATE thing SET size = 1 WHERE id > 1"),
          try db.count("UPDATE thing SET size = 1 WHERE id > 9"),
          try db.count("SELECT * FROM thing"),
          try db.count("DELETE FROM thing"),
        ]
      }
      #expect(counts == [3, 2, 0, 0, 3])
    }
  }

  @Test(arguments: TestEngine.files)
  func `the first row is enough, and none is nil`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      try await database.add(1, "a")
      try await database.add(2, "b")
      let (first, none) = try await database.write { db in
        (
          try db.first("UPDATE thing SET size = 7 RETURNING id") { try $0.integer(0) },
          try db.first("SELECT id FROM thing WHERE id = 9") { try $0.integer(0) }
        )
      }
      let changed = try await database.read { db in
        try db.first("SELECT count(*) FROM thing WHERE size = 7") { try $0.integer(0) }
      }
      #expect(first != nil)
      #expect(none == nil)
      #expect(changed == 2)
    }
  }

  @Test(arguments: TestEngine.files)
  func `statements may run inside the rows of another, even the same one`(
    engine: TestEngine
  ) async throws {
    try await withTables(engine) { database, _ in
      for id in 1...3 { try await database.add(id, "\(id)") }
      @Sendable func ids(from id: Int64) -> SQL {
        "SELECT id FROM thing WHERE id >= \(id) ORDER BY id"
      }
      let pairs = try await database.read { db in
        var pairs: [String] = []
        try db.each(ids(from: 1)) { outer in
          let start = try outer.integer(0)
          try db.each(ids(from: start)) { pairs.append("\(start)\(try $0.integer(0))") }
        }
        return pairs
      }
      #expect(pairs == ["11", "12", "13", "22", "23", "33"])
    }
  }
}
