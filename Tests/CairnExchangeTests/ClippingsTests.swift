import Cairn
import CairnExchange
import Testing

private func read(_ mark: String, text: String = "words") throws -> Clipping {
  let file = "Emma (Austen, Jane)\r\n\(mark)\r\n\r\n\(text)\r\n==========\r\n"
  return try #require(try Clippings.parse(Array(file.utf8)).clippings.first)
}

@Suite struct `Parsing Kindle clippings` {
  @Test func `returns every record of a file in two languages`() throws {
    let file = try fixture("clippings.txt")
    #expect(try FileFormat(sniffing: file) == .clippings)
    let read = try Clippings.parse(file)
    let titles = read.clippings.map(\.title)
    #expect(titles.count == 6)
    #expect(titles[0] == "Die Verwandlung" && titles[1] == "Thinking, Fast and Slow")
    #expect(read.clippings.map(\.authors).prefix(2) == [["Franz Kafka"], ["Daniel Kahneman"]])
    #expect(read.clippings[3].title == "A Sideloaded PDF" && read.clippings[3].authors == [])
    #expect(read.clippings.map(\.line) == [1, 6, 11, 16, 21, 26])
    #expect(
      read.clippings.map(\.form)
        == [.highlight, .highlight, .note, .highlight, .bookmark, .highlight]
    )
    #expect(read.clippings.map(\.page) == [3, 301, 301, nil, nil, nil])
    #expect(read.clippings.map(\.location) == [41, 3_050, 3_052, 10, 40, 500])
    #expect(
      read.clippings.map(\.made?.text) == [
        "2026-01-05T21:14:05", "2026-09-13T21:14:05", "2026-09-13T21:15:40",
        "2026-09-14T07:00:00", "2026-09-14T07:05:00", "2026-09-14T08:00:00",
      ]
    )
    #expect(read.clippings[2].text == "confidence is no evidence")
    #expect(read.clippings[4].text == nil)
  }

  @Test func `reports missing text, and keeps the position`() throws {
    let read = try Clippings.parse(try fixture("clippings.txt"))
    #expect(read.issues.map(\.code) == ["kindle.clipping_limit"] && read.issues.map(\.line) == [26])
    #expect(read.clippings[5].text == nil)
  }

  /// One line per language, and lines of older devices.
  private static let marks: [(String, String)] = [
    (
      "- Your Highlight on page 12 | Location 145-146 | Added on Monday, January 1, 2024 10:00:00 AM",
      "highlight 12 145 2024-01-01T10:00:00"
    ),
    (
      "- Your Note on page 12 | Added on Monday, 1 January 2024 12:00:00 AM",
      "note 12 - 2024-01-01T00:00:00"
    ),
    (
      "- Highlight Loc. 145-46  | Added on Monday, January 01, 2012, 12:05 PM",
      "highlight - 145 2012-01-01T12:05:00"
    ),
    (
      "- Deine Notiz bei Position 6470 | Hinzugefügt am Montag, 25. März 2023 22:42:15",
      "note - 6470 2023-03-25T22:42:15"
    ),
    (
      "- Ihr Lesezeichen auf Seite 3 | bei Position 41 | Hinzugefügt am Montag, 5. Mai 2025 09:01:02",
      "bookmark 3 41 2025-05-05T09:01:02"
    ),
    (
      "- Votre surlignement sur la page 45 | emplacement 679-681 | "
        + "Ajouté le mercredi 14 août 2019 08:09:10", "highlight 45 679 2019-08-14T08:09:10"
    ),
    (
      "- Votre signet à l'emplacement 679 | Ajouté le mardi 3 décembre 2019 8:09:10",
      "bookmark - 679 2019-12-03T08:09:10"
    ),
    (
      "- Tu subrayado en la página 8 | posición 100-101 | "
        + "Añadido el domingo, 7 de septiembre de 2014 19:01:11",
      "highlight 8 100 2014-09-07T19:01:11"
    ),
    (
      "- Su destaque na página 8 | posição 100-101 | "
        + "Adicionado: domingo, 7 de março de 2014 19:01:11", "highlight 8 100 2014-03-07T19:01:11"
    ),
    (
      "- La tua evidenziazione a pagina 8 | posizione 100-101 | "
        + "Aggiunto in data domenica 7 giugno 2014 19:01:11", "highlight 8 100 2014-06-07T19:01:11"
    ),
    (
      "- Uw markering op pagina 8 | locatie 100-101 | Toegevoegd op zondag 7 mei 2014 19:01:11",
      "highlight 8 100 2014-05-07T19:01:11"
    ),
    (
      "- 您在第 12 页（位置 #145-146）的标注 | 添加于 2024年1月1日星期一 下午1:02:03",
      "highlight 12 145 2024-01-01T13:02:03"
    ),
    (
      "- 12ページ|位置No. 145-146のメモ |作成日: 2024年1月1日月曜日 10:00:00",
      "note 12 145 2024-01-01T10:00:00"
    ),
  ]

  @Test(arguments: marks)
  func `recognises kind, position and time in many languages`(mark: String, means: String) throws {
    let clipping = try read(mark)
    let places = [clipping.page, clipping.location].map { $0.map { String($0) } ?? "-" }
    let all = [clipping.form.name] + places + [clipping.made?.text ?? "-"]
    #expect(all.joined(separator: " ") == means)
  }

  @Test(arguments: [
    "- Your Highlight on page 12 | Added on 01/02/2024 10:00:00 AM",
    "- Your Highlight on page 12 | Added on Monday, January 32, 2024",
    "- Your Highlight on page 12 | Added on Monday, May 1, May 2024, June",
    "- Your Highlight on page 12 | Added on Monday, January 1, 20240",
    "– Your Highlight on page 12 | 2018. gegužės 5 d. 21:46", "— Page 12 | 5 Mei 1604",
    "- Your Highlight on page 12 | Dodano w poniedziałek, 1 stycznia 2024 10:00:00",
    "- Your Highlight on page 12", "- Your Highlight on page 12 |",
    "- Your Highlight on page 12 | Added on Monday, January 1",
  ])
  func `leaves unreadable dates out`(mark: String) throws {
    let clipping = try read(mark)
    #expect(clipping.made == nil && clipping.page == 12)
  }

  @Test(arguments: [
    ("Emma (Austen, Jane)", "Emma", ["Jane Austen"]), ("Emma", "Emma", []),
    ("Omens (Gaiman, Neil;Pratchett, Terry)", "Omens", ["Neil Gaiman", "Terry Pratchett"]),
    ("Record (German Edition) (Ed Snowden)", "Record (German Edition)", ["Ed Snowden"]),
    ("It (a novel (long)) (King (Jr.), Stephen)", "It (a novel (long))", ["Stephen King (Jr.)"]),
    ("scan.pdf", "scan.pdf", []), ("(all of it)", "(all of it)", []), ("Odd) (", "Odd) (", []),
    ("Odd)", "Odd)", []), ("三体（刘慈欣）", "三体", ["刘慈欣"]), ("A () ", "A", []),
    ("\u{FEFF}Emma (Austen, Jane)", "Emma", ["Jane Austen"]),
  ])
  func `finds the authors in the last brackets`(
    heading: String,
    title: String,
    authors: [String]
  ) throws {
    let file = "x\n- Your Note\n\nx\n==========\n\(heading)\n- Your Note | x\n\ntext\n==========\n"
    let clipping = try #require(try Clippings.parse(Array(file.utf8)).clippings.last)
    #expect(clipping.title == title && clipping.authors == authors)
  }

  @Test func `accepts multi-line texts and a truncated file`() throws {
    let file =
      "Emma (A)\n- Your Note | x\n\none\n\ntwo\n==========\n"
      + "Dune (B)\n- Your Note | x\n\nend"
    let read = try Clippings.parse(Array(file.utf8))
    #expect(read.clippings.map(\.text) == ["one\n\ntwo", "end"])
  }

  @Test func `reports an empty record, and returns the others`() throws {
    let file =
      "Emma\n==========\nDune\nno dash\n\nx\n==========\n"
      + "Ok\n- Your Note | x\n\nx\n=========="
    let read = try Clippings.parse(Array(file.utf8))
    #expect(read.clippings.map(\.title) == ["Ok"])
    #expect(read.issues.map(\.line) == [1, 3])
    #expect(Set(read.issues.map(\.code)) == ["kindle.clipping"])
  }

  @Test(arguments: ["", "\n\n", "==========\n==========\n"])
  func `rejects a file without any`(text: String) {
    let error = #expect(throws: CairnError.self) { try Clippings.parse(Array(text.utf8)) }
    #expect(error?.code == "import.empty")
  }
}
