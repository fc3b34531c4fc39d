import Cairn
import CairnSQL
import CairnStore

/// A fourth kind of session, which needs no change in the product.
struct Swimming: SessionDetail {
  static let kind = SessionKind("swimming")
  static let minimum = Milliseconds.seconds(30)
  var pool: String
  var laps: Int64?

  init(pool: String, laps: Int64? = nil) {
    self.pool = pool
    self.laps = laps
  }

  init(fields: Fields) throws(CairnError) {
    pool = try fields.required("pool", fields.text("pool"))
    laps = try fields.integer("laps")
  }

  func write(to fields: inout Fields) {
    fields.set("pool", pool)
    fields.set("laps", laps)
  }

  var amount: Int64? { laps }

  mutating func split(done: Milliseconds, of whole: Milliseconds) -> Swimming {
    guard let laps, whole > .zero else { return Swimming(pool: pool) }
    let stays = laps * done.count / whole.count
    self.laps = stays
    return Swimming(pool: pool, laps: laps - stays)
  }

  mutating func merge(_ later: Swimming) throws(CairnError) {
    guard later.pool == pool else {
      throw CairnError("swimming.other_pool", "The two sessions were in different pools.", hint: "")
    }
    if let more = later.laps { laps = (laps ?? 0) + more }
  }
}

/// The table of the fourth kind, created if it is missing.
struct SwimmingTable: SessionTable {
  let module = KindModule("swimming", verb: "swim", past: "swam", fields: nil)
  let tables: [SQLTable] = [
    SQLTable(
      "swimming",
      key: ["session"],
      [.uuid("session"), .text("pool"), .integer("laps").nullable.check(">= 0")]
    )
  ]

  func insert(_ session: Session<Swimming>, in connection: any SQLConnection) throws {
    try connection.run(
      """
      INSERT INTO swimming (session, pool, laps)
      VALUES (\(session.id), \(session.detail.pool), \(session.detail.laps))
      """
    )
  }

  func remove(_ id: SessionID, in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM swimming WHERE session = \(id)")
  }
}
