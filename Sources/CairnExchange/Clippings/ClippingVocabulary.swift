import Cairn

/// The words in Kindle clippings in English, German, French, Spanish, Portuguese, Italian, Dutch,
/// Swedish, Russian, Turkish, Chinese, Japanese and Korean, folded.
enum ClippingVocabulary {
  static let forms: [(form: Annotation.Form, words: [String])] = [
    (
      .bookmark,
      fold(
        "bookmark lesezeichen signet marcador segnalibro bladwijzer bokmärke закладка закладку "
          + "işareti 书签 書籤 ブックマーク 북마크"
      )
    ),
    (
      .highlight,
      fold(
        "highlight markierung surlignement surlignage subrayado destaque evidenziazione markering "
          + "выделенный выделение vurgu 标注 標註 ハイライト 하이라이트 clip"
      )
    ),
    (.note, fold("note notiz nota notitie anteckning заметка 笔记 筆記 メモ 메모")),
  ]

  static let pages = fold("page seite pagina sida странице страница sayfa")
  /// Words that follow the page number.
  static let pageSigns = fold("页 頁 ページ 페이지")

  static let locations = fold(
    "location loc position posicion posicao posizione emplacement locatie plats место konum 位置 위치"
  )

  static let months: [String: Int32] = {
    let languages = [
      "january february march april may june july august september october november december",
      "januar februar märz april mai juni juli august september oktober november dezember",
      "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
      "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
      "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
      "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
      "januari februari maart april mei juni juli augustus september oktober november december",
      "januari februari mars april maj juni juli augusti september oktober november december",
      "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
      "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
    ]
    var months: [String: Int32] = [:]
    for language in languages {
      for (index, name) in fold(language).enumerated() { months[name] = Int32(index) + 1 }
    }
    return months
  }()

  /// Words for the two halves of the day, and for parts of the day that are neither.
  static let mornings = ["am", "fm", "öö", "上午", "午前", "오전", "凌晨", "早上", "清晨", "早晨"]
  static let afternoons = ["pm", "em", "ös", "下午", "午後", "午后", "오후"]
  static let partsOfDay = [
    "中午", "正午", "傍晚", "晚上", "夜", "夜晚", "夜间", "午夜", "昼", "夕方", "朝", "밤", "저녁", "아침", "새벽", "낮",
  ]

  /// Words after a time that do not affect the hour.
  static let clockSuffixes: Set = ["uhr", "gmt", "utc", "에", "추가함", "에추가함", "часов", "г"]

  private static func fold(_ words: String) -> [String] {
    words.split(separator: " ").map { folded(String($0)) }
  }
}
