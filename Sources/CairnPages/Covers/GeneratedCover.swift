import CairnHTML

/// The cover of a book: the same drawing for the same title and authors on every device.
///
/// Palette, ornament, typeface and alignment come from one hash; what is left to chance inside an ornament comes from
/// random numbers with that hash as their seed. The rules and the salt are those of docs/web.md, "Covers".
struct GeneratedCover {
  private let title: String
  private let author: String
  private let hash: UInt32

  /// Creates the cover of a title and its author, which may be empty.
  init(title: String, author: String) {
    (self.title, self.author) = (title, author)
    hash = CoverHash.hash(title: title, author: author)
  }

  /// The index of the palette in ``CoverPalette/all``.
  var paletteIndex: Int { Int(hash % UInt32(CoverPalette.all.count)) }

  private var palette: CoverPalette { CoverPalette.all[paletteIndex] }

  /// The ornament, which fills the part of the cover that the title leaves.
  var ornament: CoverOrnament {
    CoverOrnament.allCases[Int((hash >> 8) % UInt32(CoverOrnament.allCases.count))]
  }

  private var typeface: CoverTypeface { CoverTypeface.allCases[Int((hash >> 16) % 3)] }

  private var isCentred: Bool { hash >> 20 & 1 == 0 }

  /// A drawing of 120 × 180 for a cover at least 60 pixels wide, with title and author.
  var large: HTML { drawing(lettering) }

  /// The same for a narrower cover: only the first letter of the first word that is no article.
  var small: HTML { drawing(initial) }

  /// The upper part of ``small``, for an audiobook or a podcast.
  var square: HTML { drawing(initial, height: 120) }

  private var initial: HTML {
    """
    <text x="60" y="58" text-anchor="middle" font-size="46" fill="\(palette.lettering(on: ornament))" \
    class="\(typeface.name)">\(CoverTitle.initial(of: title))</text>
    """
  }

  private func drawing(_ lettering: HTML, height: Int = 180) -> HTML {
    """
    <svg viewBox="0 0 120 \(height)" aria-hidden="true" focusable="false">\
    <rect width="120" height="180" fill="\(palette.ground)"/>\
    \(fragment: ornament.drawing(palette, CoverRandom(seed: hash)))\(fragment: lettering)</svg>
    """
  }

  private var lettering: HTML {
    CoverTitle(title, author, typeface, in: ornament.box, isCentred: isCentred)
      .html(palette.lettering(on: ornament), author: palette.lettering)
  }
}

/// FNV-1a with the finaliser of MurmurHash3 (both in the public domain).
private enum CoverHash {
  /// Chosen for variety; a part of the format.
  private static let salt = "552"

  static func hash(title: String, author: String) -> UInt32 {
    let hash = "\(salt)\n\(title)\n\(author)".utf8
      .reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return finalised(hash)
  }

  private static func finalised(_ hash: UInt32) -> UInt32 {
    var hash = (hash ^ hash >> 16) &* 0x85eb_ca6b
    hash = (hash ^ hash >> 13) &* 0xc2b2_ae35
    return hash ^ hash >> 16
  }
}

/// The random numbers of an ornament: xorshift32 (Marsaglia, Xorshift RNGs, 2003).
struct CoverRandom {
  private var state: UInt32

  /// Creates the numbers of a seed; the first one is dropped.
  init(seed: UInt32) {
    state = seed == 0 ? 1 : seed
    _ = next()
  }

  private mutating func next() -> UInt32 {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return state
  }

  /// Returns the next number in a range.
  mutating func next(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt32(range.count))
  }
}

/// The typeface of a title; the style sheet has one class of each.
enum CoverTypeface: CaseIterable {
  case serif, italic, capitals

  var name: String {
    switch self {
    case .serif: "cv0"
    case .italic: "cv1"
    case .capitals: "cv2"
    }
  }
}
