/// The beginning of a folded text, as much of it as each engine takes into an index: 2,500 bytes of UTF-8.
///
/// An entry of an index of PostgreSQL has at most 2,704 bytes, with whose it is and what it leads to
/// (https://www.postgresql.org/docs/15/btree-implementation.html).
package func indexed(_ folded: String) -> String {
  let limit = 2_500
  guard folded.utf8.count > limit else { return folded }
  let bytes = folded.utf8.prefix(limit + 1)
  let whole = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? bytes.startIndex
  return String(folded[..<whole])
}
