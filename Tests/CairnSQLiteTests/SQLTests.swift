import CairnSQL
import Testing

@Suite struct `An SQL text` {
  @Test func `numbers its values in order`() {
    let sql: SQL = "SELECT \(1), \("two") WHERE \([3] as [UInt8]) = \(true)"
    #expect(sql.text(for: .sqlite) == "SELECT $1, $2 WHERE $3 = $4")
    #expect(sql.bindings == [.integer(1), .text("two"), .blob([3]), .integer(1)])
  }

  @Test func `never lets a value become text`() {
    let evil = "'; DROP TABLE session; --"
    let sql: SQL = "SELECT \(evil)"
    #expect(sql.text(for: .sqlite) == "SELECT $1")
    #expect(sql.bindings == [.text(evil)])
  }

  @Test func `binds nil as null`() {
    let missing: Int64? = nil
    let present: Int32? = 7
    let sql: SQL = "SELECT \(missing), \(present)"
    #expect(sql.bindings == [.null, .integer(7)])
  }

  @Test func `adds the engine's leading key column`() {
    let sql: SQL = "ON CONFLICT (\(key: "kind, id")) DO NOTHING"
    #expect(sql.text(for: .sqlite) == "ON CONFLICT (kind, id) DO NOTHING")
    #expect(sql.text(for: .postgresql) == "ON CONFLICT (user_id, kind, id) DO NOTHING")
  }

  @Test func `splices a fragment with its values`() {
    let filter: SQL = "a = \(1) AND b = \(2)"
    let sql: SQL = "SELECT \(0) WHERE \(fragment: filter) AND c = \(3)"
    #expect(sql.text(for: .sqlite) == "SELECT $1 WHERE a = $2 AND b = $3 AND c = $4")
    #expect(sql.bindings == [0, 1, 2, 3].map { .integer($0) })
  }

  @Test func `has the same key for different values`() {
    func query(_ id: Int) -> SQL { "SELECT * FROM thing WHERE id = \(id)" }
    #expect(query(1).statementKey == query(2).statementKey)
    #expect(query(1).statementKey.hashValue == query(2).statementKey.hashValue)
  }

  @Test func `has another key for different fragments`() {
    func query(_ isNewest: Bool) -> SQL {
      isNewest ? "SELECT \(1) ORDER BY 1 DESC" : "SELECT \(1) ORDER BY 1"
    }
    let bare: SQL = "kind"
    let key: SQL = "\(key: "kind")"
    #expect(query(true).statementKey != query(false).statementKey)
    #expect(bare.statementKey != key.statementKey)
  }
}
