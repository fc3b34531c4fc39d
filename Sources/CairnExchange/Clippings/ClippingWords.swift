import Cairn

/// The words Kindles write in English, German, French, Spanish, Portuguese, Italian, Dutch, Chinese
/// and Japanese, folded.
enum ClippingWords {
  static let forms: [(form: Passage.Form, words: [String])] = [
    (
      .bookmark,
      fold("bookmark lesezeichen signet marcador segnalibro bladwijzer 书签 書籤 ブックマーク")
    ),
    (
      .highlight,
      fold(
        "highlight markierung surlignement surlignage subrayado destaque evidenziazione markering "
          + "标注 標註 ハイライト clip"
      )
    ),
    (.note, fold("note notiz nota notitie 笔记 筆記 メモ")),
  ]

  static let pages = fold("page seite pagina")
  /// Words that stand behind the number.
  static let pageSigns = fold("页 頁 ページ")

  static let locations = fold(
    "location loc position posicion posicao posizione emplacement locatie 位置"
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
    ]
    var months: [String: Int32] = [:]
    for language in languages {
      for (place, name) in fold(language).enumerated() { months[name] = Int32(place) + 1 }
    }
    return months
  }()

  static let mornings = ["am", "上午", "午前"]
  static let afternoons = ["pm", "下午", "午後"]

  private static func fold(_ words: String) -> [String] {
    words.split(separator: " ").map { folded(String($0)) }
  }
}
