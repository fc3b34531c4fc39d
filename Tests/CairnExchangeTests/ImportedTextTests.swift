import Cairn
import CairnExchange
import Testing

@Suite struct `Finding out the encoding` {
  @Test(
    arguments: [
      (Array("é,€".utf8), "é,€", .utf8), ([], "", .utf8),
      ([0xEF, 0xBB, 0xBF, 0x61], "a", .utf8),
      ([0xFF, 0xFE, 0x61, 0x00, 0xAC, 0x20], "a€", .utf16LittleEndian),
      ([0xFE, 0xFF, 0x00, 0x61, 0xD8, 0x3E, 0xDD, 0xD7], "a🧗", .utf16BigEndian),
      ([0xFF, 0xFE], "", .utf16LittleEndian),
      ([0x63, 0x61, 0x66, 0xE9], "café", .windows1252),
      ([0x80, 0x99, 0x9F, 0xA0, 0xFF], "€™Ÿ\u{A0}ÿ", .windows1252),
      ([0x81, 0x8D, 0x8F, 0x90, 0x9D], "\u{81}\u{8D}\u{8F}\u{90}\u{9D}", .windows1252),
    ] as [([UInt8], String, ImportedText.Encoding)]
  )
  func `gives UTF-8`(file: [UInt8], text: String, encoding: ImportedText.Encoding) throws {
    let result = try ImportedText(file)
    #expect(result.bytes == Array(text.utf8))
    #expect(result.encoding == encoding)
  }

  @Test(
    arguments: [
      ([0xEF, 0xBB, 0xBF, 0xE9], "import.encoding"), ([0xFF, 0xFE, 0x61], "import.encoding"),
      ([0xFE, 0xFF, 0xD8, 0x00], "import.encoding"), ([0x61, 0x00], "import.not_text"),
      ([0xFF, 0xFE, 0x00, 0x00], "import.not_text"), ([0xE9, 0x00], "import.not_text"),
    ] as [([UInt8], String)]
  )
  func `refuses what is no text`(file: [UInt8], code: String) {
    let error = #expect(throws: CairnError.self) { try ImportedText(file) }
    #expect(error?.code == code)
  }
}
