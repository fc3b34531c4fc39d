import CairnHTML
import Foundation
import Testing

@testable import CairnPages

@Suite struct `A generated cover` {
  /// The palettes and ornaments of these books in the design of the web app.
  @Test(arguments: [
    ("Middlemarch", "George Eliot", 9, CoverOrnament.ridge),
    ("The Moonstone", "Wilkie Collins", 4, .band),
    ("Moby-Dick", "Herman Melville", 5, .sun),
    ("Bleak House", "Charles Dickens", 0, .arch),
    ("The Time Machine", "H. G. Wells", 4, .cloth),
    ("Frankenstein", "Mary Shelley", 7, .waves),
    ("The Odyssey", "Homer", 12, .rays),
    ("The Age of Innocence", "Edith Wharton", 5, .stones),
  ])
  func `is the same everywhere`(
    title: String,
    author: String,
    palette: Int,
    ornament: CoverOrnament
  ) {
    let cover = GeneratedCover(title: title, author: author)
    #expect(cover.paletteIndex == palette)
    #expect(cover.ornament == ornament)
    #expect(cover.large.text == GeneratedCover(title: title, author: author).large.text)
  }

  @Test func `has lettering that can be read on its ground`() {
    for palette in CoverPalette.all {
      #expect(contrast(palette.ground, palette.lettering) >= 5.6, "\(palette.ground)")
    }
  }

  @Test(arguments: [
    "", "   ", "<b>&\"", "الف ليلة وليلة", "源氏物語", "👩‍👩‍👧", String(repeating: "W", count: 500),
  ])
  func `shows any title, escaped and cut to the cover`(title: String) {
    for author in ["", "<i>", String(repeating: "a", count: 500)] {
      let cover = GeneratedCover(title: title, author: author)
      for drawing in [cover.large.text, cover.small.text] {
        #expect(drawing.utf8.count < 2_000)
        #expect(!drawing.contains("<b>") && !drawing.contains("<i>"))
      }
    }
  }

  @Test func `of a small size shows the first letter of the first word that is no article`() {
    let letters = ["The Odyssey": "O", "a": "A", "“Emma”": "E", "élan": "É"]
    for (title, letter) in letters {
      #expect(GeneratedCover(title: title, author: "").small.text.contains(">\(letter)</text>"))
    }
  }

  /// The contrast ratio of WCAG 2.2 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio).
  private func contrast(_ one: String, _ other: String) -> Double {
    let (a, b) = (luminance(one), luminance(other))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  private func luminance(_ colour: String) -> Double {
    let value = Int(colour.dropFirst(), radix: 16) ?? 0
    let (red, green, blue) = (linear(value >> 16), linear(value >> 8), linear(value))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  private func linear(_ value: Int) -> Double {
    let part = Double(value & 255) / 255
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
  }
}
