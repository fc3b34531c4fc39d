import CairnHTML
import CairnHTTP
import Testing

@Suite struct `An HTML fragment` {
  @Test(arguments: [
    ("Dune", "Dune"),
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    ("\" onfocus='x' autofocus=\"", "&quot; onfocus=&#39;x&#39; autofocus=&quot;"),
    ("Q&A &amp; more", "Q&amp;A &amp;amp; more"),
  ])
  func `escapes every text`(text: String, escaped: String) {
    let between: HTML = "<p>\(text)</p>"
    let inValue: HTML = "<input value=\"\(text)\">"
    #expect(between.text == "<p>\(escaped)</p>")
    #expect(inValue.text == "<input value=\"\(escaped)\">")
  }

  @Test func `inserts other fragments unchanged`() {
    let rows: [HTML] = ["<li>\("a & b")</li>", "<li>c</li>"]
    let list: HTML = "<ul>\(fragment: HTML(rows))</ul>"
    #expect(list.text == "<ul><li>a &amp; b</li><li>c</li></ul>")
  }

  @Test func `omits a nil fragment`() {
    let none: HTML? = nil
    let piece: HTML = "<p>\(fragment: none)</p>"
    #expect(piece.text == "<p></p>")
  }

  @Test(arguments: [true, false])
  func `adds a Boolean attribute`(isWanted: Bool) {
    let piece: HTML = "<input name=\"a\"\(flag: "autofocus", isWanted)>"
    #expect(piece.text == (isWanted ? "<input name=\"a\" autofocus>" : "<input name=\"a\">"))
  }

  @Test func `traps on a text inside a tag`() async {
    await #expect(processExitsWith: .failure) {
      let piece: HTML = "<input value=\("x")>"
      print(piece.text)
    }
  }
}
