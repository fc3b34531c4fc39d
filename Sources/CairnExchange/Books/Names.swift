/// Returns the distinct names of a text that joins them with `&`, as calibre does.
func separated(_ text: String) -> [String] {
  var seen: Set<String> = []
  return text.split(separator: "&").map { collapsed(String($0)) }
    .filter { !$0.isEmpty && seen.insert($0).inserted }
}

/// Returns `First Last` for `Last, First`, and a name without a comma unchanged.
func firstNameFirst(_ name: String) -> String {
  let parts = name.split(separator: ",", maxSplits: 1).map { collapsed(String($0)) }
  return parts.count == 2 && !parts[1].isEmpty ? "\(parts[1]) \(parts[0])" : collapsed(name)
}
