import Cairn
import CairnExchange
import Testing

private func clippings(_ when: String, dash: String = "-") throws -> Clippings {
  let file = "Quiet Book (Doe, Jane)\n\(dash) Page 12 | \(when)\n\nSome words.\n==========\n"
  return try Clippings.parse(Array(file.utf8))
}

private func plan(_ clippings: Clippings) -> [String] {
  clippings.plan(for: LibraryIndex()).issues.map(\.message)
}

@Suite struct `The time of a clipping` {
  /// Lines by Kindles and their apps, with the expected time.
  private static let clocks: [(String, String)] = [
    ("Hinzugefügt am Sonntag, 6. Mai 2018 12:30:05", "2018-05-06T12:30:05"),
    ("Hinzugefügt am Sonntag, 6. Mai 2018 um 4.46 Uhr", "2018-05-06T04:46:00"),
    ("Hinzugefügt am Sonntag, 6. Mai 2018 um 21.46 Uhr MESZ", "2018-05-06T21:46:00"),
    ("Hinzugefügt am Sonntag, 6. Mai 2018 0:00:00", "2018-05-06T00:00:00"),
    (
      "Adicionado: sábado, 5 de maio de 2018 21h46min06s GMT-03:00", "2018-05-05T21:46:06"
    ),
    ("Adicionado: sábado, 5 de maio de 2018 às 9h05", "2018-05-05T09:05:00"),
    ("Added on Saturday, May 5, 2018 9:46:06 PM GMT-03:00", "2018-05-05T21:46:06"),
    ("Added on Saturday, May 5, 2018 9:46:06 p.m.", "2018-05-05T21:46:06"),
    ("Added on Saturday, May 5, 2018, 12:05 AM", "2018-05-05T00:05:00"),
    ("Sat May 05 21:46:06 GMT+02:00 2018", "2018-05-05T21:46:06"),
    ("Added on 2018-05-05T21:46:06-03:00", "2018-05-05T21:46:06"),
    ("Añadido el sábado 5 de mayo de 2018, 9:46:06 p. m.", "2018-05-05T21:46:06"),
    ("Añadido el sábado 5 de mayo de 2018, 12:05:00 a. m.", "2018-05-05T00:05:00"),
    ("Añadido el sábado 5 de mayo de 2018, 12:05:00\u{A0}p.\u{A0}m.", "2018-05-05T12:05:00"),
    ("Ajouté le samedi 5 mai 2018 à 21 h 46 min 06 s", "2018-05-05T21:46:06"),
    ("Ajouté le samedi 5 mai 2018 à 21h46", "2018-05-05T21:46:00"),
    ("Aggiunto in data sabato 5 maggio 2018 21.46.06", "2018-05-05T21:46:06"),
    ("Tillagd lördag 5 maj 2018 21:46:06", "2018-05-05T21:46:06"),
    ("Добавлено: суббота, 5 мая 2018 г. в 21:46:06", "2018-05-05T21:46:06"),
    ("5 Mayıs 2018 Cumartesi 21:46:06", "2018-05-05T21:46:06"),
    ("添加于 2018年5月5日星期六 上午09时11分28秒", "2018-05-05T09:11:28"),
    ("添加于 2018年5月5日星期六 上午12:05:00", "2018-05-05T00:05:00"),
    ("新增於 2018年5月5日星期六下午9:46:06", "2018-05-05T21:46:06"),
    ("作成日: 2018年5月5日土曜日 21時46分06秒", "2018-05-05T21:46:06"),
    ("作成日: 2018年5月5日土曜日 午後0:05:00", "2018-05-05T12:05:00"),
    ("추가한 날짜: 2018년 5월 5일 토요일 오후 9:46:06", "2018-05-05T21:46:06"),
    ("2018년 5월 5일 토요일 오전 9시 46분 06초에 추가함", "2018-05-05T09:46:06"),
    ("Added on 25/03/2018 21:46", "2018-03-25T21:46:00"),
    ("Added on 05.06.2018 21:46", "2018-06-05T21:46:00"),
    ("Added on 05.06.2018 21.46", "2018-06-05T21:46:00"),
    ("Added on 2018. 5. 6. 21:46", "2018-05-06T21:46:00"),
    ("أضيف ٥/٥/٢٠١٨ ٢١:٤٦", "2018-05-05T21:46:00"),
    ("Added on May 5, 2018", "2018-05-05"),
  ]

  @Test(arguments: clocks)
  func `is the local time of the device`(when: String, means: String) throws {
    let read = try clippings(when)
    #expect(read.clippings.map { $0.made?.text } == [means])
    #expect(plan(read).allSatisfy { !$0.contains("clock") })
  }

  @Test(arguments: [
    "Añadido el sábado 5 de mayo de 2018, 9:46 de la noche", "5 mai 2018, 9:46 soir",
    "Added on May 5, 2018 9:46 CH", "添加于 2018年5月5日 晚上9:46:06", "Added on May 5, 2018 21:46 AM",
    "Added on May 5, 2018 9~46", "6. Mai 2018, 21 Uhr", "Added on May 5, 2018 25:00:00",
    "Added on May 5, 2018 10:00 and 11:00", "Added on May 5, 2018 9:61 PM",
  ])
  func `is dropped if it cannot be parsed, with an issue`(when: String) throws {
    let read = try clippings(when)
    let made = try #require(read.clippings.first?.made)
    #expect(made.day.year == 2_018 && made.second == nil)
    #expect(plan(read).contains { $0.contains("have a day but no time") }, "\(when)")
  }

  @Test(arguments: ["Added on 01/02/2018 10:00", "5. toukokuuta 2018 klo 21.46.06", "2561年5月5日"])
  func `is unknown without a readable day`(when: String) throws {
    let read = try clippings(when)
    #expect(read.clippings.map(\.made) == [nil])
    #expect(plan(read).contains { $0.contains("have no date") })
  }

  @Test(arguments: ["-", "–", "—", "‐", "−", "\u{200F}-", "－"])
  func `is found after every kind of dash, also when detecting the format`(dash: String) throws {
    let read = try clippings("Добавлено: суббота, 5 мая 2018 г. в 21:46:06", dash: dash)
    #expect(read.clippings.map { $0.made?.text } == ["2018-05-05T21:46:06"])
    let file = "\u{FEFF}Тихая книга (Доу, Джейн)\r\n\(dash) Ваш | x\r\n\r\nслова\r\n==========\r\n"
    #expect(try FileFormat(sniffing: Array(file.utf8)) == .clippings)
    #expect(try Clippings.parse(Array(file.utf8)).clippings.map(\.text) == ["слова"])
  }

  @Test(arguments: [
    ("– Ваш выделенный отрывок на странице 12 | Место 180–185 | x", "highlight 12 180"),
    ("- Din markering på sida 12 | plats 180-185 | x", "highlight 12 180"),
    ("- 12페이지|위치 180-185의 내 하이라이트 | x", "highlight 12 180"),
    ("– Ваша заметка на странице 3 | Место 41 | x", "note 3 41"),
    ("— Ezt nem értjük 3 | x", "highlight - -"),
  ])
  func `has a kind and a position in more languages`(mark: String, means: String) throws {
    let file = "Emma\n\(mark)\n\nwords\n==========\n"
    let clipping = try #require(try Clippings.parse(Array(file.utf8)).clippings.first)
    let places = [clipping.page, clipping.location].map { $0.map { String($0) } ?? "-" }
    #expect(([clipping.form.name] + places).joined(separator: " ") == means)
  }
}
