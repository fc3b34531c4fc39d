/// The names of a text that joins them with `&`, as calibre does, each once.
func separated(_ text: String) -> [String] {
  var seen: Set<String> = []
  return text.split(separator: "&").map { collapsed(String($0)) }
    .filter { !$0.isEmpty && seen.insert($0).inserted }
}

/// `Last, First` as `First Last`; a name without a comma as it is.
func turned(_ name: String) -> String {
  let parts = name.split(separator: ",", maxSplits: 1).map { collapsed(String($0)) }
  return parts.count == 2 && !parts[1].isEmpty ? "\(parts[1]) \(parts[0])" : collapsed(name)
}
