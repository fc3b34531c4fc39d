/// Returns the start of a folded text that both engines can index: at most 2,500 bytes of UTF-8.
///
/// A PostgreSQL index entry has at most 2,704 bytes, including the IDs of the owner and the target
/// (https://www.postgresql.org/docs/15/btree-implementation.html).
package func indexed(_ folded: String) -> String {
  let limit = 2_500
  guard folded.utf8.count > limit else { return folded }
  let bytes = folded.utf8.prefix(limit + 1)
  let whole = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? bytes.startIndex
  return String(folded[..<whole])
}
