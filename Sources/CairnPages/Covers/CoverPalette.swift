/// The colours of a generated cover, as hexadecimal fills; the lettering has a contrast of at least 5.6 on the ground.
struct CoverPalette: Sendable {
  /// The background.
  let ground: String
  /// The colour of the title and the author.
  let lettering: String
  /// The quieter colour of ornaments.
  let quiet: String
  /// The brighter colour of ornaments.
  let bright: String

  private init(_ ground: String, _ lettering: String, _ quiet: String, _ bright: String) {
    (self.ground, self.lettering, self.quiet, self.bright) = (ground, lettering, quiet, bright)
  }

  /// Returns the colour of a title, which the band shows in the colour of the ground.
  func lettering(on ornament: CoverOrnament) -> String {
    ornament == .band ? ground : lettering
  }

  /// The palettes; their order is a part of the format.
  static let all = [
    CoverPalette("#1d3557", "#f6ecd6", "#47779b", "#e3a857"),
    CoverPalette("#5e1f24", "#f7e8d2", "#8f3f3f", "#dc9550"),
    CoverPalette("#1f4a3d", "#f2ead6", "#4c8068", "#e2b65c"),
    CoverPalette("#f0e4ca", "#2b2622", "#d6c095", "#b6452c"),
    CoverPalette("#39424e", "#f3eee4", "#5e6b7b", "#d0ac70"),
    CoverPalette("#cf9434", "#20170c", "#96651b", "#f8eaca"),
    CoverPalette("#4a3a63", "#f1e8f2", "#7d6a9d", "#e7a6a1"),
    CoverPalette("#9f4527", "#fdf1e2", "#74301a", "#f3bd88"),
    CoverPalette("#aebc9f", "#1e2a20", "#768b6e", "#f5f1e3"),
    CoverPalette("#22304f", "#f8e3da", "#42557f", "#ec8e79"),
    CoverPalette("#c0d3db", "#1b2a34", "#8fb0be", "#d9643d"),
    CoverPalette("#26231f", "#f1e9dc", "#5b5348", "#e56b42"),
    CoverPalette("#e6bdae", "#3a1b1b", "#cb8f7f", "#8c3939"),
    CoverPalette("#17535b", "#eef3ec", "#3f8b8f", "#f0b26b"),
  ]
}
