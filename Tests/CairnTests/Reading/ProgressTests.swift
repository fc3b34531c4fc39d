import Cairn
import Testing

@Suite struct `Progress for display` {
  @Test(
    arguments: [
      ("page:150/400", 400, "150/400 pages · 37 %"), ("page:399/400", 400, "399/400 pages · 99 %"),
      ("page:400/400", 400, "400/400 pages · 100 %"), ("page:0/400", 400, "0/400 pages · 0 %"),
      ("page:100/300", 512, "170/512 pages · 33 %"), ("page:150", 400, "150/400 pages · 37 %"),
      ("page:150", nil, "page 150"), ("page:450", 400, "page 450"), ("page:12", 0, "page 12"),
      ("page:150/400", nil, "150/400 pages · 37 %"),
      ("percent:4250", nil, "42.5 %"), ("percent:4255", nil, "42.55 %"),
      ("percent:4205", nil, "42.05 %"), ("percent:4200", nil, "42 %"),
      ("percent:4250", 400, "170/400 pages · 42 %"), ("location:1234", nil, "location 1234"),
      ("location:1234/5000", nil, "location 1234 of 5000 · 24 %"),
      ("location:1234/5000", 400, "98/400 pages · 24 %"),
    ] as [(String, Int64?, String)]
  )
  func `is rounded down, and has no percentage beyond the end`(
    stored: String,
    pages: Int64?,
    shown: String
  ) throws {
    #expect(try Position(text: stored).progress(of: pages) == shown)
  }
}
