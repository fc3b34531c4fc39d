package import CairnHTML

extension HTML {
  /// Returns comma-separated names, each isolated, so that right-to-left text reorders only itself.
  package static func isolated(_ names: [String]) -> HTML {
    HTML(
      names.enumerated().map { index, name -> HTML in
        index == 0 ? "<bdi>\(name)</bdi>" : ", <bdi>\(name)</bdi>"
      }
    )
  }
}
