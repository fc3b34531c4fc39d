import Cairn
import CairnSQL

extension LogWriter {
  /// Stores a record from elsewhere even if this version cannot read it; gives what is wrong with
  /// it then, and it has no rows.
  @discardableResult
  func storeForeign(_ new: Record, replacing old: Record?) throws -> CairnError? {
    do {
      try store(new, replacing: old)
    } catch let error as CairnError where error.code == "record.malformed" {
      try noteUnreadable(new, error.message)
      return error
    }
    if old == nil { try noteReadable(new) }
    return nil
  }

  /// Notes that a record cannot be taken in or read.
  func noteUnreadable(_ record: Record, _ reason: String) throws {
    mayHaveUnreadable = true
    try UnreadableTable.note(record.kind, record.id, reason, in: connection)
  }

  func noteReadable(_ record: Record) throws {
    if try hasUnreadable {
      try UnreadableTable.remove(record.kind, record.id, in: connection)
    }
  }

  private var hasUnreadable: Bool {
    get throws {
      if let known = mayHaveUnreadable { return known }
      let has = try !UnreadableTable.isEmpty(in: connection)
      mayHaveUnreadable = has
      return has
    }
  }
}
