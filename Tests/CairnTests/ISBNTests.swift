import Cairn
import Testing

@Suite struct `Reading an ISBN` {
  @Test(
    arguments: [
      ("9780439420891", "9780439420891"), ("9791234567896", "9791234567896"),
      ("978-0-06-112008-4", "9780061120084"), ("978 0451524935", "9780451524935"),
      ("=\"9780743273565\"", "9780743273565"), ("ISBN 13: 9780743273565", nil),
      ("043942089X", "9780439420891"), ("0-439-42089-x", "9780439420891"),
      ("0486284735", "9780486284736"), ("0061120081", "9780061120084"),
      ("0451524934", "9780451524935"), ("0743273567", "9780743273565"),
      ("=\"220339644X\"", "9782203396449"), ("0000000000", "9780000000002"),
    ] as [(String, String?)]
  )
  func `gives 13 digits`(text: String, expected: String?) {
    #expect((try? ISBN(text))?.text == expected)
  }

  @Test(arguments: [
    ("", "isbn.length"), ("X", "isbn.length"), ("978154202", "isbn.length"),
    ("97803742392 purity", "isbn.length"), ("97804394208911", "isbn.length"),
    ("9770439420890", "isbn.prefix"), ("0439420891234", "isbn.prefix"),
    ("04394X0890", "isbn.character"), ("978043942089X", "isbn.character"),
    ("9780439420890", "isbn.checksum"), ("0439420890", "isbn.checksum"),
    ("0123456788", "isbn.checksum"),
  ])
  func `explains the error`(text: String, code: String) {
    let error = #expect(throws: CairnError.self) { try ISBN(text) }
    #expect(error?.code == code)
    #expect(error?.message.contains("“\(text)”") == true)
  }

  @Test func `is the same book in both lengths`() throws {
    #expect(try ISBN("043942089X") == ISBN("978-0439420891"))
  }

  @Test func `notices every single changed digit`() {
    for (place, digit) in "9780439420891".utf8.enumerated() {
      for other in UInt8(ascii: "0")...UInt8(ascii: "9") where other != digit {
        var changed = Array("9780439420891".utf8)
        changed[place] = other
        let text = String(decoding: changed, as: UTF8.self)
        #expect(throws: CairnError.self) { try ISBN(text) }
      }
    }
  }

  @Test(
    arguments: [
      ("9780441013594", "it is 4 but should be 3"), ("043942089X", nil),
      ("0439420890", "it is 0 but should be X"), ("044101359X", "it is X but should be 7"),
    ] as [(String, String?)]
  )
  func `names the expected check digit`(text: String, words: String?) {
    do throws(CairnError) {
      _ = try ISBN(text)
      #expect(words == nil)
    } catch {
      #expect(error.message.contains(words ?? "nothing"))
      #expect(error.hint.contains(text.count == 10 ? "modulo 11" : "a multiple of 10"))
    }
  }

  @Test func `quotes a long text only in part`() {
    let error = #expect(throws: CairnError.self) { try ISBN(String(repeating: "9", count: 5_000)) }
    #expect((error?.message.count ?? .max) < 150)
  }
}
