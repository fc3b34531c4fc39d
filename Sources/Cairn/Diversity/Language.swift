/// A language that works are written in.
public struct Language: Sendable, Hashable {
  /// The stored word: a code of ISO 639 such as `de`, `other`, or `other Klingon`.
  public let value: String

  /// A language that is on no list, and which of them nobody says.
  public static let other = Language(value: "other")

  /// Takes a stored word.
  public init(value: String) { self.value = value }

  /// Reads a code, an English name, `other`, or `other` with a name of the person's own.
  ///
  /// Throws `diversity.unknown_value` for anything else, so that a slip makes no language.
  public init(typed text: String) throws(CairnError) {
    let word = trimmed(text)
    if let known = Self.all.first(where: { $0.isMeant(by: word) }) {
      value = known.value
    } else if ["other", "another language"].contains(folded(word)) {
      value = "other"
    } else if folded(word).utf8.starts(with: "other ".utf8), word.utf8.count <= 66 {
      value = "other " + trimmed(String(word.dropFirst(6)))
    } else {
      throw FactKind.originalLanguage.refusal(
        text,
        "Write its English name or its code, such as German or de; or “other NAME” for one of your own."
      )
    }
  }

  /// The English name.
  public var label: String {
    if let known = Self.all.first(where: { $0.value == value }) { return known.label }
    if value == "other" { return "Another language" }
    return value.utf8.starts(with: "other ".utf8) ? String(value.dropFirst(6)) : value
  }

  /// Whether a stored word means it; names of a person's own whatever their case and accents.
  func isSame(as other: String) -> Bool { value == other || folded(value) == folded(other) }

  /// Languages separated by commas as a setting holds them; throws `diversity.unknown_value`.
  public static func list(_ text: String) throws(CairnError) -> [Language] {
    var all: [Language] = []
    for word in text.split(separator: ",") { all.append(try Language(typed: String(word))) }
    return all
  }

  /// Those a question offers first.
  public static let common =
    ["en", "es", "fr", "de", "zh", "ja", "ko", "ar", "pt", "ru", "it", "hi"]
    .map { Category($0, Language(value: $0).label) } + [Category("other", "Another language")]

  /// All with a code of two letters (ISO 639-1), and some with three.
  public static let all: [Category] = names.split(separator: ",").map { row in
    let code = row.prefix { $0 != " " && $0 != "\n" }
    return Category(String(code), String(row.dropFirst(code.count + 1)))
  }

  private static let names = """
    aa Afar,ab Abkhazian,af Afrikaans,ak Akan,am Amharic,an Aragonese,ar Arabic,as Assamese,\
    av Avaric,ay Aymara,az Azerbaijani,ba Bashkir,be Belarusian,bg Bulgarian,bi Bislama,\
    bm Bambara,bn Bengali,bo Tibetan,br Breton,bs Bosnian,ca Catalan,ce Chechen,ch Chamorro,\
    co Corsican,cr Cree,cs Czech,cv Chuvash,cy Welsh,da Danish,de German,dv Divehi,dz Dzongkha,\
    ee Ewe,el Greek,en English,eo Esperanto,es Spanish,et Estonian,eu Basque,fa Persian,ff Fulah,\
    fi Finnish,fj Fijian,fo Faroese,fr French,fy Western Frisian,ga Irish,gd Scottish Gaelic,\
    gl Galician,gn Guarani,gu Gujarati,gv Manx,ha Hausa,he Hebrew,hi Hindi,hr Croatian,\
    ht Haitian Creole,hu Hungarian,hy Armenian,hz Herero,id Indonesian,ig Igbo,ii Nuosu,\
    ik Inupiaq,is Icelandic,it Italian,iu Inuktitut,ja Japanese,jv Javanese,ka Georgian,kg Kongo,\
    ki Kikuyu,kk Kazakh,kl Greenlandic,km Khmer,kn Kannada,ko Korean,ks Kashmiri,ku Kurdish,\
    kv Komi,kw Cornish,ky Kyrgyz,la Latin,lb Luxembourgish,lg Ganda,li Limburgish,ln Lingala,\
    lo Lao,lt Lithuanian,lu Luba-Katanga,lv Latvian,mg Malagasy,mh Marshallese,mi Maori,\
    mk Macedonian,ml Malayalam,mn Mongolian,mr Marathi,ms Malay,mt Maltese,my Burmese,na Nauruan,\
    ne Nepali,ng Ndonga,nl Dutch,nn Nynorsk,no Norwegian,nr South Ndebele,nv Navajo,ny Chichewa,\
    nb Bokmål,nd North Ndebele,oc Occitan,oj Ojibwe,om Oromo,or Odia,os Ossetian,pa Punjabi,\
    pi Pali,pl Polish,ps Pashto,pt Portuguese,qu Quechua,rm Romansh,rn Rundi,ro Romanian,\
    ru Russian,rw Kinyarwanda,sa Sanskrit,sc Sardinian,sd Sindhi,se Northern Sami,sg Sango,\
    si Sinhala,sk Slovak,sl Slovenian,sm Samoan,sn Shona,so Somali,sq Albanian,sr Serbian,\
    ss Swati,st Sotho,su Sundanese,sv Swedish,sw Swahili,ta Tamil,te Telugu,tg Tajik,th Thai,\
    ti Tigrinya,tk Turkmen,tl Tagalog,tn Tswana,to Tongan,tr Turkish,ts Tsonga,tt Tatar,tw Twi,\
    ty Tahitian,ug Uyghur,uk Ukrainian,ur Urdu,uz Uzbek,ve Venda,vi Vietnamese,wa Walloon,\
    wo Wolof,xh Xhosa,yi Yiddish,yo Yoruba,za Zhuang,zh Chinese,zu Zulu,akk Akkadian,\
    ang Old English,enm Middle English,fil Filipino,grc Ancient Greek,haw Hawaiian,\
    non Old Norse,rom Romani,yue Cantonese
    """
}
