import CairnHTML
import CairnHTTP
import Testing

@Suite struct `Header fields` {
  @Test func `are case-insensitive, and nil if repeated`() {
    var fields = HTTPFields()
    fields.append("Host", "a")
    fields.append("X-Two", "1")
    fields.append("x-two", "2")
    #expect(fields["host"] == "a")
    #expect(fields["x-two"] == nil)
    #expect(fields.count(of: "x-two") == 2)
    #expect(fields["other"] == nil)
  }

  @Test(arguments: ["a\r\nset-cookie: b", "a\nb", "a\0b"])
  func `cannot be injected by a value`(value: String) {
    var fields = HTTPFields()
    fields.append("location", value)
    #expect(fields["location"]?.utf8.allSatisfy { $0 >= 0x20 } == true)
  }

  @Test(arguments: [
    ("theme=dark", "dark"), ("a=1; theme=dark", "dark"), ("xtheme=light; theme=dark; b=2", "dark"),
    ("theme=", ""), ("other=1", nil), ("", nil),
  ])
  func `carry cookies`(line: String, theme: String?) {
    var fields = HTTPFields()
    fields.append("cookie", line)
    #expect(fields.cookie("theme") == theme)
  }

  @Test(arguments: [
    ("application/json", "application/json"),
    ("Application/JSON; charset=utf-8", "application/json"),
    ("text/plain;x", "text/plain"), ("", ""),
  ])
  func `determine the media type`(value: String, type: String) {
    var request = HTTPRequest(.post, "/")
    request.fields.append("content-type", value)
    #expect(request.mediaType == type)
  }
}

@Suite struct `A problem document` {
  @Test func `is JSON whatever the sentence holds`() {
    let problem = Problem(.conflict, "a.b", "“x” \"y\" \\ \n\u{1}", hint: "Do.")
    #expect(
      String(decoding: problem.response.body, as: UTF8.self)
        == #"{"type":"about:blank","title":"Conflict","status":409,"code":"a.b","#
        + #""detail":"“x” \"y\" \\ \u000a\u0001","hint":"Do."}"#
    )
    #expect(problem.response.fields["content-type"] == "application/problem+json")
  }
}
