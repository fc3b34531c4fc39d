public import Cairn
import CairnSQL

extension LogWriter {
  /// Returns a book with exactly this title, ignoring case and accents, or nil.
  public func entry(titled title: String) throws -> Identifier<Entry>? {
    try EntryQuery.exact(title, in: connection).first?.id
  }
}
