/// Returns a number with its noun: `1 session`, `3 sessions`; give a plural that is not formed with -s.
package func counted(
  _ count: some BinaryInteger,
  _ noun: String,
  _ plural: String? = nil
) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

extension String {
  /// The text with its first letter in upper case.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
