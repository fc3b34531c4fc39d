package import Cairn

extension ReadThrough {
  /// `First read`, and from the fourth on `Read 4`.
  package static func name(_ number: Int) -> String {
    let names = ["First read", "Second read", "Third read"]
    return names.indices.contains(number - 1) ? names[number - 1] : "Read \(number)"
  }
}
