import Cairn
import Testing

@Suite struct `The title of a book` {
  @Test(
    arguments: [
      "", " ", "\n\t", "\u{A0}", "\u{200B}", "\u{FEFF}\u{200D}", "\u{2003}\u{3000}", "\u{3164}",
      "\u{115F}", "\u{2800}", "\u{AD}", "\u{E0041}", "\u{202E}", "\u{0}",
    ]
  )
  func `has a visible character`(title: String) {
    let error = #expect(throws: CairnError.self) { try Work.requireTitle(title) }
    #expect(error?.code == "reading.title_missing")
  }

  @Test(arguments: ["?", "1984", "\u{200B}Emma", "細雪", "😀", "ا", "…", "S."])
  func `may be any visible text`(title: String) throws {
    try Work.requireTitle(title)
  }

  @Test(arguments: [(1_000, true), (1_001, false), (5_000_000, false)])
  func `has at most a thousand characters`(count: Int, isTitle: Bool) {
    for letter in ["a", "ß", "雪", "😀"] {
      let title = String(repeating: letter, count: count)
      #expect(Self.code(of: title) == (isTitle ? nil : "reading.title_too_long"))
    }
  }

  private static func code(of title: String) -> String? {
    do throws(CairnError) {
      try Work.requireTitle(title)
      return nil
    } catch {
      return error.code
    }
  }
}
