import Cairn
import CairnExchange

/// The encoding and line breaks of a file.
struct Wrapping: Sendable, CustomStringConvertible {
  let encoding: String
  let lineBreak: String

  var description: String { "\(encoding), line break \(Array(lineBreak.utf8))" }

  static let all = ["UTF-8", "UTF-8 with a mark", "UTF-16LE", "UTF-16BE", "Windows-1252"]
    .flatMap { encoding in ["\n", "\r\n"].map { Wrapping(encoding: encoding, lineBreak: $0) } }

  /// Encodes lines; nil if the encoding lacks a character.
  func bytes(_ lines: [String]) -> [UInt8]? {
    let text = lines.map { $0 + lineBreak }.joined()
    switch encoding {
    case "UTF-8": return Array(text.utf8)
    case "UTF-8 with a mark": return Array("\u{FEFF}\(text)".utf8)
    case "UTF-16LE":
      return Array("\u{FEFF}\(text)".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    case "UTF-16BE":
      return Array("\u{FEFF}\(text)".utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    default:
      let scalars = Array(text.unicodeScalars)
      guard scalars.allSatisfy({ $0.value < 0x80 || (0xA0...0xFF).contains($0.value) }) else {
        return nil
      }
      return scalars.map { UInt8($0.value) }
    }
  }
}

/// A Kindle language: its texts around a date and time.
struct KindleLanguage: Sendable {
  let name: String
  /// The second line of a record, with `{D}` for the date and `{C}` for the time.
  let mark: String
  /// The date, with `{d}`, `{m}` for the month name or `{M}` for its number, and `{y}`.
  let day: String
  let months: [String]
  let clocks: [ClockForm]

  static let all = [
    KindleLanguage(
      name: "English",
      mark: "- Your Highlight on page {P} | Location {L} | Added on {D} {C}",
      day: "Saturday, {m} {d}, {y}",
      months: words(
        "January February March April May June July August September October November December"
      ),
      clocks: [.colons, .halves("AM", "PM"), .halves("am", "pm"), .halves("a.m.", "p.m.")]
    ),
    KindleLanguage(
      name: "German",
      mark: "- Ihre Markierung auf Seite {P} | bei Position {L} | Hinzugefügt am {D} {C}",
      day: "Samstag, {d}. {m} {y}",
      months: words(
        "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"
      ),
      clocks: [.colons, .pointed("Uhr"), .minutes("um", "Uhr")]
    ),
    KindleLanguage(
      name: "French",
      mark: "- Votre surlignement sur la page {P} | emplacement {L} | Ajouté le {D} {C}",
      day: "samedi {d} {m} {y}",
      months: words(
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
      ),
      clocks: [.colons, .units("h", "min", "s"), .units(" h ", " min ", " s"), .colons]
    ),
    KindleLanguage(
      name: "Spanish",
      mark: "- La subrayado en la página {P} | Posición {L} | Añadido el {D}, {C}",
      day: "sábado {d} de {m} de {y}",
      months: words(
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
      ),
      clocks: [
        .colons, .halves("a. m.", "p. m."), .halves("a.\u{A0}m.", "p.\u{A0}m."),
        .halves("AM", "PM"),
      ]
    ),
    KindleLanguage(
      name: "Portuguese",
      mark: "- Seu destaque na página {P} | posição {L} | Adicionado: {D} {C}",
      day: "sábado, {d} de {m} de {y}",
      months: words(
        "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"
      ),
      clocks: [.colons, .units("h", "min", "s"), .units("h", "min", "s GMT-03:00")]
    ),
    KindleLanguage(
      name: "Italian",
      mark: "- La tua evidenziazione a pagina {P} | posizione {L} | Aggiunto in data {D} {C}",
      day: "sabato {d} {m} {y}",
      months: words(
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"
      ),
      clocks: [.colons, .pointed("")]
    ),
    KindleLanguage(
      name: "Dutch",
      mark: "- Uw markering op pagina {P} | locatie {L} | Toegevoegd op {D} {C}",
      day: "zaterdag {d} {m} {y}",
      months: words(
        "januari februari maart april mei juni juli augustus september oktober november december"
      ),
      clocks: [.colons, .minutes("om", "")]
    ),
    KindleLanguage(
      name: "Russian",
      mark: "– Ваш выделенный отрывок на странице {P} | Место {L} | Добавлено: {D} {C}",
      day: "суббота, {d} {m} {y} г. в",
      months: words(
        "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"
      ),
      clocks: [.colons]
    ),
    KindleLanguage(
      name: "Chinese",
      mark: "- 您在第 {P} 页（位置 #{L}）的标注 | 添加于 {D} {C}",
      day: "{y}年{M}月{d}日星期六",
      months: [],
      clocks: [.colons, .before("上午", "下午"), .unitsBefore("上午", "下午", "时", "分", "秒")]
    ),
    KindleLanguage(
      name: "Japanese",
      mark: "- {P}ページ|位置No. {L}のハイライト |作成日: {D} {C}",
      day: "{y}年{M}月{d}日土曜日",
      months: [],
      clocks: [.colons, .units("時", "分", "秒"), .before("午前", "午後")]
    ),
    KindleLanguage(
      name: "Korean",
      mark: "- {P}페이지|위치 {L}의 내 하이라이트 | {D} {C}에 추가함",
      day: "{y}년 {M}월 {d}일 토요일",
      months: [],
      clocks: [.before("오전 ", "오후 "), .unitsBefore("오전 ", "오후 ", "시 ", "분 ", "초"), .colons]
    ),
    // Unsupported languages: nothing may be parsed from them.
    KindleLanguage(
      name: "Finnish",
      mark: "- Kohokohta sivulla {P} | Lisätty {D} {C}",
      day: "lauantai {d}. {m} {y} klo",
      months: words(
        "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta"
      ),
      clocks: [.colons, .pointed("")]
    ),
    KindleLanguage(
      name: "Vietnamese",
      mark: "- Đánh dấu | {D} {C}",
      day: "Thứ Bảy, {d} tháng {M}, {y}",
      months: [],
      clocks: [.halves("SA", "CH"), .colons]
    ),
    KindleLanguage(
      name: "Spanish, in words",
      mark: "- La subrayado | Añadido el {D}, {C}",
      day: "sábado {d} de {m} de {y}",
      months: words(
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
      ),
      clocks: [.halves("de la mañana", "de la tarde"), .halves("temprano", "tarde")]
    ),
  ]

  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }

  func written(_ time: WallTime, _ clock: ClockForm, page: Int64, location: Int64) -> String {
    let parts = time.day.text.split(separator: "-").compactMap { Int($0) }
    let month = months.isEmpty ? "" : months[parts[1] - 1]
    let date = day.filled(["d": "\(parts[2])", "M": "\(parts[1])", "y": "\(parts[0])", "m": month])
    return mark.filled([
      "D": date, "C": clock.written(time.second ?? 0), "P": String(page), "L": String(location),
    ])
  }
}

/// A notation of the time.
enum ClockForm: Sendable {
  case colons
  case pointed(String)
  case minutes(String, String)
  case units(String, String, String)
  case halves(String, String)
  case before(String, String)
  case unitsBefore(String, String, String, String, String)

  func written(_ second: Int64) -> String {
    let (hour, minute, rest) = (second / 3_600, second / 60 % 60, second % 60)
    let (m, s, half) = (two(minute), two(rest), hour % 12 == 0 ? 12 : hour % 12)
    switch self {
    case .colons: return "\(two(hour)):\(m):\(s)"
    case .pointed(let word): return "\(two(hour)).\(m).\(s) \(word)"
    case .minutes(let before, let behind): return "\(before) \(hour):\(m):\(s) \(behind)"
    case .units(let h, let min, let sec): return "\(hour)\(h)\(m)\(min)\(s)\(sec)"
    case .halves(let am, let pm): return "\(half):\(m):\(s) \(hour < 12 ? am : pm)"
    case .before(let am, let pm): return "\(hour < 12 ? am : pm)\(half):\(m):\(s)"
    case .unitsBefore(let am, let pm, let h, let min, let sec):
      return "\(hour < 12 ? am : pm)\(half)\(h)\(m)\(min)\(s)\(sec)"
    }
  }

  private func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : String(number) }
}

extension String {
  /// Returns the text with each `{name}` replaced.
  func filled(_ values: [String: String]) -> String {
    values.reduce(self) {
      $0.split(separator: "{\($1.key)}", omittingEmptySubsequences: false).joined(
        separator: $1.value
      )
    }
  }
}
