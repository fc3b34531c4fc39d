import Cairn
import CairnExchange
import Testing

/// Reads all rows below the header, with their lines and the issues.
func readCSV(
  _ text: String,
  limits: CSVLimits = .standard
) throws -> (rows: [[String]], lines: [Int], issues: [RowIssue]) {
  var reader = try CSVReader(Array(text.utf8), limits: limits)
  var rows: [CSVRow] = []
  while let row = try reader.next() { rows.append(row) }
  return (rows.map(\.fields), rows.map(\.line), reader.issues)
}

@Suite struct `Parsing CSV` {
  @Test(arguments: [
    ("a,b\n1,2\n", [["1", "2"]]), ("a,b\r\n1,2\r\n", [["1", "2"]]), ("a,b\n1,2", [["1", "2"]]),
    ("a,b\n1,2\r", [["1", "2"]]), ("a,b\n,\n", [["", ""]]), ("a,b\n1,\n", [["1", ""]]),
    ("a,b\n\"1\",\"2\"\n", [["1", "2"]]), ("a,b\n\"1\",2\r\n\"3\",4", [["1", "2"], ["3", "4"]]),
    ("a,b\n\"x, y\",\"say \"\"hi\"\"\"\n", [["x, y", "say \"hi\""]]),
    ("a,b\n\"one\ntwo\r\nthree\",2\n", [["one\ntwo\r\nthree", "2"]]),
    ("a,b\n\"\",\"\"\"\"\n", [["", "\""]]), ("a,b\n 1 , 2 \n", [[" 1 ", " 2 "]]),
    ("a,b\nlone\rCR,2\n", [["lone\rCR", "2"]]), ("a\n\"\"\n", [[""]]),
    ("a,b\n\n  \n\r\n1,2\n\n", [["1", "2"]]), ("\n\na,b\n1,2", [["1", "2"]]),
    ("a,b\n=\"0441013597\",\"=\"\"0441013597\"\"\"\n", [["0441013597", "0441013597"]]),
    ("a,b\n=\"\",\"=\"\"\"\"\"\n", [["", ""]]), ("a,b\n=1+1,=\n", [["=1+1", "="]]),
    ("a,b\n'=1+1,''x\n", [["=1+1", "''x"]]), ("a,b\n'tis,'-x\n", [["'tis", "-x"]]),
    ("a,b\r1,2\r3,4", [["1", "2"], ["3", "4"]]), ("a,b\r\"x\ry\",2\r", [["x\ny", "2"]]),
    ("a,b\r1,\"x\r\ny\"\r", [["1", "x\n\ny"]]), ("sep=,\na,b\n1,2\n", [["1", "2"]]),
    ("sep=;\r\na;b\r\n1;2,5\r\n", [["1", "2,5"]]), ("\"sep=|\"\ra|b\r1|2\r", [["1", "2"]]),
    ("SEP=\t\na\tb\n1\t2", [["1", "2"]]), ("a,b\n1,2,\n", [["1", "2"]]),
    ("a,b\n1,2,,,\n3,4,\n", [["1", "2"], ["3", "4"]]), ("a,b\n谷口,é🧗\n", [["谷口", "é🧗"]]),
    ("a,b\n", []), ("a,b", []),
  ])
  func `follows RFC 4180`(text: String, expected: [[String]]) throws {
    let result = try readCSV(text)
    #expect(result.rows == expected)
    #expect(result.issues.isEmpty)
  }

  @Test(arguments: [
    ("a,b\n1\n3,4\n", 2, "csv.columns", [["3", "4"]]),
    ("a,b,c,d\n1,2,3\n", 2, "csv.short_row", [["1", "2", "3", ""]]),
    ("a,b,c,d,e\n1,2\n", 2, "csv.columns", []),
    ("a,b\n1,2,3\n3,4\n", 2, "csv.columns", [["3", "4"]]),
    ("a,b\n1,2\n\"x\ny\"\n3,4\n", 3, "csv.columns", [["1", "2"], ["3", "4"]]),
    ("a,b\n1,x\"y\n3,4\n", 2, "csv.stray_quote", [["3", "4"]]),
    ("a,b\n1,\"x\"y\n3,4\n", 2, "csv.stray_quote", [["3", "4"]]),
    ("a,b\n1,\"x\n3,4\n5,\"6\"\n", 2, "csv.stray_quote", [["3", "4"], ["5", "6"]]),
    ("a,b\n1,\"x\n3,4\n5,6\n", 2, "csv.unclosed_quote", [["3", "4"], ["5", "6"]]),
    ("a,b\n1,\"", 2, "csv.unclosed_quote", []),
    ("a,b\n1,\"x\"\"\n3,4", 2, "csv.unclosed_quote", [["3", "4"]]),
    ("a,b\n=\"1,2\n3,4", 2, "csv.unclosed_quote", [["3", "4"]]),
  ])
  func `reports a broken row and reads the others`(
    text: String,
    line: Int,
    code: String,
    expected: [[String]]
  ) throws {
    let result = try readCSV(text)
    #expect(result.rows == expected)
    #expect(result.issues.map(\.line) == [line])
    #expect(result.issues.map(\.code) == [code])
  }

  @Test func `reports the number of columns found and required`() throws {
    let issue = try readCSV("a,b,c,d,e\n1,2\n").issues.first
    #expect(issue?.message == "The row has 2 columns, but the first line has 5.")
  }

  @Test(arguments: ["\n", "\r\n"])
  func `counts physical lines`(end: String) throws {
    let text = ["a,b", "1,\"x", "y\"", "", "3,4", "bad", "5,6"].joined(separator: end)
    let result = try readCSV(text)
    #expect(result.lines == [2, 5, 7])
    #expect(result.issues.map(\.line) == [6])
  }

  @Test func `finds columns by name, ignoring case and order`() throws {
    var reader = try CSVReader(Array("B, Exclusive Shelf ,a\n1,read,3\n".utf8))
    let row = try #require(try reader.next())
    #expect(row["a"] == "3")
    #expect(row["b"] == "1")
    #expect(row["exclusive shelf"] == "read")
    #expect(row["Shelf"] == nil)
    #expect(reader.header.names == ["B", "Exclusive Shelf", "a"])
  }

  @Test func `names columns without a name`() throws {
    let reader = try CSVReader(Array("Title,,\n1,2,3\n".utf8))
    #expect(reader.header.names == ["Title", "column 2", "column 3"])
  }

  @Test(arguments: [
    ("", "csv.header"), ("\n\n", "csv.header"), (",,\n1,2,3", "csv.header"),
    ("a,\"b\n1,2", "csv.header"), ("a,A\n1,2", "csv.repeated_column"),
    ("a\u{0},b\n", "import.not_text"),
  ])
  func `rejects a file without usable names`(text: String, code: String) {
    let error = #expect(throws: CairnError.self) { try CSVReader(Array(text.utf8)) }
    #expect(error?.code == code)
    #expect(error?.hint.isEmpty == false)
  }

  @Test func `accepts other separators`() throws {
    var reader = try CSVReader(Array("a\tb\n1,5\t2\n".utf8), separator: "\t")
    #expect(try reader.next()?.fields == ["1,5", "2"])
  }
}

@Suite struct `Limits for CSV files` {
  private func limits(_ change: (inout CSVLimits) -> Void) -> CSVLimits {
    var limits = CSVLimits.standard
    change(&limits)
    return limits
  }

  @Test func `are larger than personal files`() {
    #expect(CSVLimits.standard.fileBytes == 67_108_864)
    #expect(CSVLimits.standard.fieldBytes == 1_048_576)
    #expect(CSVLimits.standard.columns == 512)
    #expect(CSVLimits.standard.rows == 100_000)
  }

  @Test func `reject a larger file`() throws {
    #expect(try readCSV("a\n1\n", limits: limits { $0.fileBytes = 4 }).rows == [["1"]])
    let error = #expect(throws: CairnError.self) {
      try readCSV("a\n12\n", limits: limits { $0.fileBytes = 4 })
    }
    #expect(error?.code == "import.too_large")
  }

  @Test func `reject more rows, including broken ones`() throws {
    #expect(try readCSV("a\n1\n2,3\n", limits: limits { $0.rows = 2 }).rows.count == 1)
    let error = #expect(throws: CairnError.self) {
      try readCSV("a\n1\n2,\n3\n", limits: limits { $0.rows = 2 })
    }
    #expect(error?.code == "csv.too_many_rows")
  }

  @Test func `reject more columns`() throws {
    let two = limits { $0.columns = 2 }
    #expect(try readCSV("a,b\n1,2,3\n4,5", limits: two).rows == [["4", "5"]])
    let error = #expect(throws: CairnError.self) { try readCSV("a,b,c\n", limits: two) }
    #expect(error?.code == "csv.header")
  }

  @Test(arguments: ["12345", "\"12345\"", "\"123\n4\""])
  func `make a longer field an issue of its row`(field: String) throws {
    let result = try readCSV(
      "a\n1234\n\(field)\n\"1234\"\n5\n",
      limits: limits { $0.fieldBytes = 4 }
    )
    #expect(result.rows.first == ["1234"])
    #expect(result.rows.suffix(2) == [["1234"], ["5"]])
    #expect(result.issues.first?.code == "csv.field_size")
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "\"", "\"x", "\"\"\"", "a,\"b", "\",\"", "=\"", "\"\"\"\"x", "x\"", ",\"\"\"", "\"\n\"\"\n",
    ]
  )
  func `bound the time for a hostile file`(line: String) throws {
    let text = "a,b\n" + Array(repeating: line, count: 40_000).joined(separator: "\n")
    let result = try readCSV(text)
    #expect(result.rows.count + result.issues.count > 12_000)
  }
}
