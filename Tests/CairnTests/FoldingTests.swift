import Cairn
import Foundation
import Testing

@Suite struct `Folding titles and names` {
  @Test(
    arguments: [
      ("The Left Hand of Darkness", "the left hand of darkness"),
      ("  Liz \t\n  Moore ", "liz moore"), ("Liz\u{A0}\u{2003}Moore", "liz moore"),
      ("Ngũgĩ wa Thiong'o", "ngugi wa thiongo"), ("Jirō Taniguchi", "jiro taniguchi"),
      ("Jiro\u{304} Taniguchi", "jiro taniguchi"), ("Stanisław Lem", "stanislaw lem"),
      ("ÅSA ØSTERGAARD", "asa ostergaard"), ("Œuvres, Straße, Þór", "oeuvres strasse thor"),
      ("STRASSE STRAẞE", "strasse strasse"), ("İstanbul ılık", "istanbul ilik"),
      ("Nguyễn Phan Quế Mai", "nguyen phan que mai"),
      ("Οδύσσεια", "οδυσσεια"), ("ΟΔΎΣΣΕΙΑ", "οδυσσεια"), ("λόγος ΛΌΓΟΣ", "λογοσ λογοσ"),
      ("Фёдор Достоевский", "федор достоевскии"), ("谷口 ジロー", "谷口 ジロー"),
      ("नमस्ते", "नमस्ते"), ("Moby-Dick; or, The Whale", "moby dick or the whale"),
      ("And/Or", "and or"), ("Don’t “stop”… ¿no?", "dont stop no"), ("C++ & C", "c++ c"),
      ("soft\u{AD}hyphen\u{200B}", "softhyphen"), ("1Q84", "1q84"), ("ﬁn", "fin"),
      ("", ""), ("   ", ""), ("?", "?"), ("!!!", "!!!"), ("- ? -", "- ? -"),
      ("a\u{0}b", "ab"),
    ]
  )
  func `keeps letters, digits and symbols`(text: String, expected: String) {
    #expect(folded(text) == expected)
  }

  @Test func `folds composed and decomposed letters alike`() {
    for value in UInt32(0xC0)..<0x530 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let composed = String(scalar).precomposedStringWithCanonicalMapping
      let decomposed = composed.decomposedStringWithCanonicalMapping
      #expect(
        Array(folded(composed).unicodeScalars) == Array(folded(decomposed).unicodeScalars),
        "U+\(String(value, radix: 16)) \(composed)"
      )
    }
    for value in UInt32(0x1E00)..<0x1F00 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let decomposed = String(scalar).decomposedStringWithCanonicalMapping
      #expect(folded(String(scalar)).utf8.elementsEqual(folded(decomposed).utf8), "\(scalar)")
    }
  }

  @Test func `changes nothing the second time`() {
    for value in UInt32(0)..<0x3000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = folded("a\(scalar)b")
      #expect(folded(once).utf8.elementsEqual(once.utf8), "U+\(String(value, radix: 16))")
    }
  }
}
