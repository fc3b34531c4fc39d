import CairnHTTP

extension HTML {
  /// Names or words with commas between them, each isolated, so that one that is written from right
  /// to left turns nothing round but itself.
  static func isolated(_ names: [String]) -> HTML {
    HTML(
      names.enumerated().map { place, name -> HTML in
        place == 0 ? "<bdi>\(name)</bdi>" : ", <bdi>\(name)</bdi>"
      }
    )
  }
}
