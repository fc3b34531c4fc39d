import Cairn
import Testing

@Suite struct `Reading JSON` {
  static let valid: [(String, JSON)] = [
    ("null", .null), (" true\n", .bool(true)), ("false", .bool(false)),
    ("0", .integer(0)), ("-0", .integer(0)), ("-12", .integer(-12)),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .number("9223372036854775808")),
    ("-9223372036854775809", .number("-9223372036854775809")),
    ("1.0", .number("1.0")), ("1e3", .number("1e3")), ("-0.5E-07", .number("-0.5E-07")),
    ("1.000000000000000000001", .number("1.000000000000000000001")),
    ("\"\"", .string("")), ("\"plain text\"", .string("plain text")),
    ("\"héllo 谷口 🧗\"", .string("héllo 谷口 🧗")),
    (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
    (#""before \u00e9\u20AC after""#, .string("before é€ after")),
    (#""\ud83e\uddd7""#, .string("🧗")), (#""\u0000""#, .string("\0")),
    ("\"\u{7F}\"", .string("\u{7F}")),
    ("[]", .array([])), ("[ 1 , [ ] ]", .array([.integer(1), .array([])])),
    ("{}", .object([])),
    (
      #"{"b":1,"a":{"c":null}}"#,
      .object([.init("b", .integer(1)), .init("a", .object([.init("c", .null)]))])
    ),
    (#"{"":0}"#, .object([.init("", .integer(0))])),
    (#"{"a":1,"A":2}"#, .object([.init("a", .integer(1)), .init("A", .integer(2))])),
  ]

  @Test(arguments: valid)
  func `accepts what RFC 8259 allows`(text: String, expected: JSON) throws {
    #expect(try JSON(parsing: Array(text.utf8)) == expected)
  }

  static let invalid: [(String, Int, JSONError.Reason)] = [
    ("", 0, .unfinished), ("  ", 2, .unfinished), ("nul", 0, .unfinished),
    ("nulx", 0, .unexpected), ("NaN", 0, .unexpected), ("Infinity", 0, .unexpected),
    ("'a'", 0, .unexpected), ("+1", 0, .unexpected), (".5", 0, .unexpected),
    ("-", 1, .unfinished), ("-a", 1, .number), ("01", 0, .number), ("-01", 1, .number),
    ("1.", 2, .unfinished), ("1.a", 2, .number), ("1e", 2, .unfinished), ("1e+", 3, .unfinished),
    ("1ex", 2, .number), ("0x10", 1, .trailing), ("1 2", 2, .trailing), ("{}{}", 2, .trailing),
    ("\"a", 2, .unfinished), ("\"\\", 1, .unfinished), ("\"a\nb\"", 2, .control),
    ("\"a\u{0}b\"", 2, .control), ("\"\u{1F}\"", 1, .control),
    (#""\a""#, 1, .escape), (#""\x41""#, 1, .escape), (#""\u12g4""#, 1, .escape),
    (#""\u12"#, 1, .unfinished), (#""\U0041""#, 1, .escape),
    (#""\ud800""#, 1, .surrogate), (#""\udc00""#, 1, .surrogate),
    (#""\ud800\n""#, 1, .surrogate), (#""\ud800\ud800""#, 1, .surrogate),
    (#""\ud800A""#, 1, .surrogate),
    ("[", 1, .unfinished), ("[1", 2, .unfinished), ("[1,]", 3, .unexpected),
    ("[,1]", 1, .unexpected), ("[1 2]", 3, .unexpected), ("[1}", 2, .unexpected),
    ("]", 0, .unexpected), ("{", 1, .unfinished), ("{\"a\"", 4, .unfinished),
    ("{\"a\":", 5, .unfinished), ("{\"a\":1", 6, .unfinished), ("{\"a\" 1}", 5, .unexpected),
    ("{\"a\":1,}", 7, .kind), ("{a:1}", 1, .kind), ("{1:1}", 1, .kind), ("{,}", 1, .kind),
    ("{\"a\":1 \"b\":2}", 7, .unexpected), ("{\"a\":1]", 6, .unexpected),
    ("{\"a\":1,\"b\":2,\"a\":3}", 0, .repeatedKey), ("[{\"\\u0061\":1,\"a\":3}]", 1, .repeatedKey),
    ("/* */ 1", 0, .unexpected), ("\u{FEFF}1", 0, .unexpected), ("1\u{A0}", 1, .trailing),
    ("1\u{0}", 1, .trailing),
  ]

  @Test(arguments: invalid)
  func `rejects the rest with a position`(
    text: String,
    offset: Int,
    reason: JSONError.Reason
  ) {
    #expect(throws: JSONError(offset: offset, reason: reason)) {
      try JSON(parsing: Array(text.utf8))
    }
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xC0, 0x80, 0x22],
      [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22],
      [0x22, 0x5C, 0x6E, 0xFF, 0x22],
    ] as [[UInt8]]
  )
  func `rejects strings that are not UTF-8`(bytes: [UInt8]) {
    #expect(throws: JSONError(offset: 0, reason: .encoding)) { try JSON(parsing: bytes) }
  }

  @Test func `distinguishes keys that only look the same`() throws {
    let json = try JSON(parsing: Array("{\"e\u{301}\":1,\"\u{E9}\":2}".utf8))
    guard case .object(let members) = json else { return #expect(Bool(false)) }
    #expect(members.count == 2)
  }

  @Test(arguments: ["[", "{\"a\":"])
  func `accepts 32 levels and rejects 33`(opening: String) throws {
    let closing = opening == "[" ? "]" : "}"
    func nested(_ depth: Int) -> [UInt8] {
      Array(
        (String(repeating: opening, count: depth - 1) + "[]"
          + String(repeating: closing, count: depth - 1)).utf8
      )
    }
    _ = try JSON(parsing: nested(32))
    var reader = JSONReader(nested(33))
    #expect(throws: JSONError.self) { try reader.skipValue() }
    #expect(throws: JSONError.self) { try JSON(parsing: nested(33)) }
    #expect(throws: JSONError.self) { try JSON(parsing: nested(100_000)) }
  }

  @Test func `reports the position of an error`() {
    let error = CairnError(JSONError(offset: 7, reason: .unfinished))
    #expect(error.code == "json.invalid")
    #expect(error.message == "The JSON is invalid: the text ends too early (byte 7).")
  }
}

@Suite struct `Streaming JSON` {
  @Test func `passes the members of a flat object`() throws {
    var reader = JSONReader(Array(#"{"a":1,"b":"x","c":null,"d":true}"#.utf8))
    var members: [JSON.Member] = []
    try reader.object { key, reader throws(JSONError) in
      members.append(.init(key, try reader.scalar()))
    }
    try reader.finish()
    #expect(
      members == [
        .init("a", .integer(1)), .init("b", .string("x")), .init("c", .null),
        .init("d", .bool(true)),
      ]
    )
  }

  @Test func `skips unread values`() throws {
    let text = #"{ "skip" : [1,{"a":"}"}], "n": 7, "also": {"x":[null,false]} }"#
    var reader = JSONReader(Array(text.utf8))
    var number: Int64?
    try reader.object { key, reader throws(JSONError) in
      if key == "n" { number = try reader.integer() }
    }
    try reader.finish()
    #expect(number == 7)
  }

  @Test func `validates skipped values`() {
    for text in ["[01]", "{\"a\":\"\\x\"}", "[nul]", "{\"a\"}"] {
      var reader = JSONReader(Array(text.utf8))
      #expect(throws: JSONError.self) { try reader.skipValue() }
    }
  }

  @Test func `reads typed values and rejects other types`() throws {
    var reader = JSONReader(Array(#"[null, -5, "x", false, 1.5, 2, 3]"#.utf8))
    var index = 0
    try reader.array { reader throws(JSONError) in
      switch index {
      case 0: #expect(try reader.consumeNull())
      case 1: #expect(try reader.integer() == -5)
      case 2: #expect(try reader.string() == "x")
      case 3: #expect(try reader.bool() == false)
      case 4: #expect(try reader.scalar() == .number("1.5"))
      case 5: #expect(try reader.consumeNull() == false)
      default: #expect(try reader.kind() == .number)
      }
      index += 1
    }
    try reader.finish()
  }

  @Test(arguments: [
    ("1.5", JSONError.Reason.integer), ("1e3", .integer), ("99999999999999999999", .integer),
    ("\"1\"", .kind), ("null", .kind), ("[1]", .kind),
  ])
  func `rejects numbers that are not integers`(text: String, reason: JSONError.Reason) {
    var reader = JSONReader(Array(text.utf8))
    #expect(throws: JSONError(offset: 0, reason: reason)) { try reader.integer() }
  }

  @Test func `rethrows an error of the caller`() {
    var reader = JSONReader(Array(#"{"a":"x"}"#.utf8))
    #expect(throws: JSONError(offset: 5, reason: .kind)) {
      try reader.object { _, reader throws(JSONError) in _ = try reader.integer() }
    }
  }

  @Test func `reads one line of a buffer`() throws {
    let bytes = Array("{\"a\":1}\n{\"a\":2}\n".utf8)
    var reader = JSONReader(bytes, in: 8..<15)
    #expect(try reader.value() == .object([.init("a", .integer(2))]))
    try reader.finish()
    var cut = JSONReader(bytes, in: 0..<6)
    #expect(throws: JSONError(offset: 6, reason: .unfinished)) { try cut.skipValue() }
  }
}
