import Cairn

/// Bars of block characters, legible without colour.
enum Bar {
  /// Returns a bar of up to `width` cells in eighths of a cell; at least one eighth for a value above 0.
  static func text(_ value: Int64, of whole: Int64, width: Int) -> String {
    guard value > 0, whole > 0 else { return "" }
    let eighths = max(1, Int(proportion(Int64(width * 8), min(value, whole), whole)))
    let rest = eighths % 8 == 0 ? "" : String(partial[eighths % 8 - 1])
    return String(repeating: "█", count: eighths / 8) + rest
  }

  /// Returns a bar filled up to `width` cells with a light shade for the remainder.
  static func track(_ value: Int64, of whole: Int64, width: Int) -> String {
    let done = text(value, of: whole, width: width)
    return done + String(repeating: "░", count: max(0, width - done.count))
  }

  /// Returns a vertical bar of `rows` cells, bottom row first.
  static func column(_ value: Int64, of whole: Int64, rows: Int) -> [Character] {
    guard value > 0, whole > 0 else { return Array(repeating: " ", count: rows) }
    let eighths = max(1, Int(proportion(Int64(rows * 8), min(value, whole), whole)))
    return (0..<rows).map { row in
      let filled = min(8, max(0, eighths - row * 8))
      return filled == 0 ? " " : lower[filled - 1]
    }
  }

  private static let partial: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
  private static let lower: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
}
