package import Cairn
import CairnSQL

extension LogWriter {
  /// Stores a remote record; returns the error if this version cannot read it.
  ///
  /// Such a record has no projection rows.
  @discardableResult
  package func storeRemote(_ new: Record, replacing old: Record?) throws -> CairnError? {
    do {
      try store(new, replacing: old)
    } catch let error as CairnError where error.code == "record.malformed" {
      try markUnreadable(new, error.message, isStored: true)
      return error
    }
    if old == nil { try markReadable(new) }
    return nil
  }

  /// Marks a record as one that cannot be stored, or not be read although it is.
  package func markUnreadable(_ record: Record, _ reason: String, isStored: Bool = false) throws {
    mayHaveUnreadable = true
    try UnreadableTable.insert(
      record.kind,
      record.id,
      reason,
      isStored: isStored,
      in: connection
    )
  }

  /// Removes the mark of a record that can be read again.
  package func markReadable(_ record: Record) throws {
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
