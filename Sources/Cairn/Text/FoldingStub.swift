package func folded(_ text: String) -> String { text.lowercased() }
