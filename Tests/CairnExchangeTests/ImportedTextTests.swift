import Cairn
import CairnExchange
import Testing

@Suite struct `Detecting the encoding` {
  @Test(
    arguments: [
      (Array("é,€".utf8), "é,€", .utf8), ([], "", .utf8),
      ([0xEF, 0xBB, 0xBF, 0x61], "a", .utf8),
      ([0xFF, 0xFE, 0x61, 0x00, 0xAC, 0x20], "a€", .utf16LittleEndian),
      ([0xFE, 0xFF, 0x00, 0x61, 0xD8, 0x3E, 0xDD, 0xD7], "a🧗", .utf16BigEndian),
      ([0xFF, 0xFE], "", .utf16LittleEndian),
      ([0x63, 0x61, 0x66, 0xE9], "café", .windows1252),
      ([0x80, 0x99, 0x9F, 0xA0, 0xFF], "€™Ÿ\u{A0}ÿ", .windows1252),
      ([0x81, 0x20, 0x8D, 0x20], "\u{FFFD} \u{FFFD} ", .windows1252),
      ([0xEF, 0xBB, 0xBF, 0xE9], "é", .utf8), (Array("Fluß".utf8) + [0xFC], "Flußü", .utf8),
      (Array("Fluß".utf8) + [0xE2, 0x80], "Fluß\u{FFFD}", .utf8),
      (Array("Fluß\nCafé ".utf8) + [0x93, 0x81], "Fluß\nCafé “\u{FFFD}", .utf8),
      (
        [0xE9, 0x0A] + Array("Ñúñez".utf8) + [0x0A, 0xE9, 0xFC, 0x20, 0xE4], "é\nÑúñez\néü ä",
        .windows1252
      ),
      // C9 A0 is also valid UTF-8; here it is É and a no-break space, as in French before “!”.
      ([0xE9, 0xE8, 0x0A, 0x43, 0xC9, 0xA0, 0x21], "éè\nCÉ\u{A0}!", .windows1252),
      ([0xE9, 0xE8, 0x20, 0xE8, 0x0A] + Array("ßü".utf8), "éè è\nßü", .windows1252),
      ([0xFE, 0xFF, 0xD8, 0x00, 0x00, 0x61], "\u{FFFD}a", .utf16BigEndian),
    ] as [([UInt8], String, ImportedText.Encoding)]
  )
  func `returns UTF-8`(file: [UInt8], text: String, encoding: ImportedText.Encoding) throws {
    let result = try ImportedText(file)
    #expect(result.bytes == Array(text.utf8))
    #expect(result.encoding == encoding)
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE, 0x61], "import.encoding"), ([0x61, 0x00], "import.not_text"),
      ([0xFF, 0xFE, 0x00, 0x00], "import.not_text"), ([0xE9, 0x00], "import.not_text"),
    ] as [([UInt8], String)]
  )
  func `rejects binary data`(file: [UInt8], code: String) {
    let error = #expect(throws: CairnError.self) { try ImportedText(file) }
    #expect(error?.code == code)
  }

  @Test(
    arguments: [
      (Array("Fluß\nx\n".utf8), []), ([0x61], []), (Array("Fluß\nx".utf8) + [0xFC], [2]),
      (Array("Flußß éé\n\n\nCaf".utf8) + [0xE9, 0x20, 0xE9, 0x0A, 0xE2, 0x80, 0x20], [4, 5]),
      ([0x63, 0xE9, 0x0A, 0xE9], []), ([0xE9, 0xE8, 0x20, 0xE8, 0x0A] + Array("ßü".utf8), [2]),
      ([0xFF, 0xFE, 0x61, 0x00, 0x0A, 0x00, 0x00, 0xD8], [2]),
    ] as [([UInt8], [Int])]
  )
  func `reports the lines with another encoding`(file: [UInt8], lines: [Int]) throws {
    let issues = try ImportedText(file).issues
    #expect(issues.map(\.line) == lines && issues.allSatisfy { $0.code == "import.encoding" })
  }
}
