/// All texts about diversity on the command line, on pages and in API responses; no other source
/// file repeats one (docs/diversity.md, "Words").
///
/// They are to be reviewed and translated as a whole. Quoted texts may change, but the stored values,
/// the first argument of each category, never do. Sentences are complete, so that a translation can
/// change the order. Inserted parts are named by their parameters; numbers are passed as text.
package enum DiversityText {}

// MARK: Categories as stored value and label; their order implies no ranking.

extension DiversityText {
  /// The cultural regions of authors (spec/reading.md 1.3).
  static let regions = [
    Category("africa", "Africa"), Category("asia", "Asia"), Category("europe", "Europe"),
    Category("northAmerica", "North America"), Category("southAmerica", "South America"),
    Category("oceania", "Oceania"), Category("middleEast", "Middle East"),
    Category("caribbean", "Caribbean"), Category("centralAsia", "Central Asia"),
    Category("indigenous", "Indigenous"), Category("international", "International"),
  ]
  static let genders = [
    Category("female", "Female"), Category("male", "Male"),
    Category("nonBinary", "Non-binary"), Category("other", "Other"),
  ]
  static let answers = [Category("yes", "Yes"), Category("no", "No")]
  static let features = [
    Category("audiobook", "Audiobook available"), Category("braille", "Braille"),
    Category("describedImages", "Described images"),
    Category("dyslexiaFriendly", "Dyslexia-friendly"), Category("largePrint", "Large print"),
    Category("plainLanguage", "Plain language"),
    Category("screenReader", "Made for screen readers"),
  ]
  static let noFeature = Category("none", "None")
  static let translations = [
    Category("original", "Original language"), Category("translated", "Translated"),
  ]
  /// The periods of first publication, each with its last year.
  static let eras: [(last: Int64, category: Category)] = [
    (499, Category("antiquity", "Before 500")), (1499, Category("500", "500–1499")),
    (1799, Category("1500", "1500–1799")), (1899, Category("1800", "1800–1899")),
    (1949, Category("1900", "1900–1949")), (1999, Category("1950", "1950–1999")),
    (.max, Category("2000", "2000 and later")),
  ]
  /// Collective names and names of unknown people, without case and accents.
  static let collectiveNames: Set<String> = [
    "anon", "anon.", "anonym", "anonymous", "anonymus", "anonyme", "anonimo", "anoniem", "n.n.",
    "unbekannt", "unknown", "unknown author", "various", "various artists", "various authors",
    "verschiedene", "verschiedene autoren",
  ]
  static let anotherLanguage = Category("other", "Another language")
  /// The names of the two-letter codes of ISO 639, and of some three-letter codes.
  static let languages = """
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

// MARK: Dimensions and facts, as a title and in a sentence.

extension DiversityText {
  static let cultural = ("Cultural origin", "cultural origin")
  static let genderDimension = ("Gender", "gender")
  static let translation = ("Translation", "translation")
  static let ownVoicesDimension = ("Own voices", "own voices")
  static let accessibilityDimension = ("Accessibility", "accessibility")
  static let timePeriod = ("Time period", "time period")
  static let geography = ("Geography", "geography")

  static let region = ("Cultural region", "cultural region")
  static let gender = ("Gender", "gender")
  static let nationality = ("Nationality", "nationality")
  static let birthYear = ("Year of birth", "year of birth")
  static let deathYear = ("Year of death", "year of death")
  static let originalLanguage = ("Original language", "original language")
  static let ownVoices = ("Own voices", "own voices")
  static let accessibility = ("Accessibility", "accessibility")

  /// The texts for an unknown value: in a table and as the name of a row.
  package static let (unknown, unknownRow) = ("unknown", "Unknown")
  /// The text for an unknown fact about an author.
  package static func unknown(_ fact: String) -> String { "\(fact) unknown" }
  /// The source of a fact, if it is not the person.
  package static let (imported, inferred) = ("from an import", "inferred by a program")
  /// The subject of a fact.
  package static let (ofThisBook, ofTheAuthor) = ("this book only", "from the author")
}

// MARK: Questions, and the ways to skip them.

extension DiversityText {
  static func askRegion(of author: String) -> String {
    "Which part of the world is \(author) from?"
  }
  static func askGender(of author: String) -> String { "What is the gender of \(author)?" }
  static func askLanguage(of title: String) -> String {
    "In which language was “\(title)” written?"
  }
  static func askOwnVoices(of title: String) -> String {
    "Is “\(title)” about a group its author belongs to?"
  }
  static func askFeatures(of title: String) -> String {
    "Which features make “\(title)” readable for more people?"
  }
  /// The subject of a question about an author without a name.
  static func author(of title: String) -> String { "the author of “\(title)”" }

  /// The button for no answer.
  package static let skip = "Not sure, skip"
  /// The texts before and after the name on the button that turns questions off.
  package static let doNotAskAgain = ("Don’t ask again about ", "")
  /// The scope of an answer about an author: its label, and the narrower option.
  package static let (reach, thisBook) = ("Apply to", "Just this book")
  /// All books of an author.
  package static func allBooks(_ count: Int64, by author: String) -> String {
    "All \(count) books by \(author)"
  }
  /// The buttons for features, and the field for a language that is not in the list.
  package static let (saveThese, noneOfThem, otherLanguage) = (
    "Save these", "None of them", "Other"
  )
  /// The text when every fact is known.
  package static let noQuestions = "No questions left."
  /// Returns the history title of an answer.
  package static func answered(_ question: String) -> String { "Answered: \(question)" }
}

// MARK: Sets of books.

extension DiversityText {
  /// The set of books in a sentence, and on a button.
  package static let library = ("the library", "Library")
  /// See ``library``.
  package static let started = ("books started", "Started")
  /// See ``library``.
  package static let finished = ("books finished", "Finished")
  /// The texts for an empty set.
  package static let (noBooksThere, noBooks) = ("No books there.", "no books")
  /// The reasons for leaving books out.
  package static let (wished, undated, notKnown, partlyKnown) = (
    "on the wishlist", "no exact date", "unknown",
    "known for some of its authors, counted in part"
  )
}

// MARK: Known values, shares and missing values.

extension DiversityText {
  /// The description of a share.
  package static let (translated, withOwnVoices, withFeature, outsideLargest) = (
    "translated", "of own voices", "with a feature", "outside the largest group"
  )
  /// The description of the share outside the largest category.
  package static func outside(_ category: String) -> String {
    "not \(genders.contains { $0.label == category } ? category.lowercased() : category)"
  }
  /// A share and its basis.
  package static func share(_ reach: String, ofKnown known: String) -> String {
    "\(reach), of \(known) known"
  }
  /// The number of books with a known value.
  package static func known(_ known: String, of books: String) -> String {
    "\(known) of \(books) known"
  }
  /// A share of the books with a known value.
  package static func ofKnown(_ percent: String) -> String { "\(percent) of known" }
  /// The texts without a share: as its reason, and in a table.
  package static let (nothingIsKnown, nothingKnownYet) = (
    "nothing known", "nothing known yet"
  )

  /// A sentence about missing values: of all books, of some books, or of some categories.
  package static func nothingKnown(_ dimension: String) -> String {
    "\(dimension): nothing known yet."
  }
  /// See ``nothingKnown(_:)``.
  package static func unknown(_ dimension: String, for open: String, of books: String) -> String {
    "\(dimension): unknown for \(open) of \(books) books."
  }
  /// See ``nothingKnown(_:)``.
  package static func none(_ dimension: String, ofKnown known: String, is absent: [String])
    -> String
  {
    "\(dimension): none of the \(known) known is \(alternatives(absent))."
  }
  private static func alternatives(_ labels: [String]) -> String {
    let quoted = labels.map { "“\($0)”" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }
  /// The label of a "+" in the radar chart.
  package static func fillInLabel(_ dimension: String, _ unknown: String, of books: Int) -> String {
    "Fill in details: \(dimension), unknown for \(unknown) of \(books)"
  }
}

// MARK: Charts.

extension DiversityText {
  /// The titles of charts.
  package static let (completeness, representation, byYear) = (
    "Data completeness", "Representation", "Shares by year"
  )
  /// The title of the chart of one dimension.
  package static func byYear(_ dimension: String) -> String { "\(dimension) by year" }
  /// The column headings of their tables.
  package static let (completenessHeads, representationHeads, categoryHeads, yearHeads) = (
    ["dimension", "known", "books"], ["dimension", "share", "of"], ["category", "books", "share"],
    ["year", "books"]
  )
  /// The summary of the first chart, before its dimensions.
  package static func overall(_ percent: String, of books: String) -> String {
    "\(percent) of all details of \(books) are filled in."
  }
  /// The label at its centre, or without a chart.
  package static func overall(_ percent: String) -> String { "overall \(percent)" }
  /// The legend for the edge and for a dashed line, and a missing value.
  package static let (edge, dashed, noData) = (
    "edge: 100 %", "dashed: nothing known yet", "nothing known yet"
  )
  /// One dimension in a list of dimensions.
  package static func dimensionSummary(_ dimension: String, _ percent: String, _ text: String)
    -> String
  {
    "\(dimension) \(percent), \(text)"
  }
  /// The same for a dimension without known values.
  package static func dimensionUnknown(_ dimension: String) -> String {
    "\(dimension): no data yet"
  }
  /// A chart of categories.
  package static func isKnown(
    _ dimension: String,
    _ known: String,
    of books: String,
    mostly category: String?
  ) -> String {
    let most = category.map { ", most often “\($0)”" } ?? ""
    return "\(dimension) is known for \(known) of \(books) books\(most)."
  }
  /// The change of a dimension from the first to the last year, or its only year.
  package static func shareChange(
    _ dimension: String,
    _ was: String,
    _ then: Int32,
    _ now: String,
    _ last: Int32
  )
    -> String
  {
    then < last
      ? "\(dimension) \(was) in \(then), \(now) in \(last)." : "\(dimension) \(now) in \(last)."
  }
  /// The text before the years, and the text without any year.
  package static func years(of books: String) -> String { "Of \(books). " }
  /// See ``years(of:)``.
  package static let noYears = "No book has a date with a year."
}

// MARK: Comparison with others.

extension DiversityText {
  /// The label, the legend, the column heading and an empty cell.
  package static let (others, othersKey, othersHeading, notShown) = (
    "Others", "others, average", "others", "not shown"
  )
  /// The results of others, for one dimension and in total.
  package static func others(_ dimension: String, _ text: String) -> String {
    "Others, \(dimension): \(text)"
  }
  /// See ``others(_:_:)``.
  package static func others(_ summary: String, all dimensionSummary: String) -> String {
    "\(summary) Others: \(dimensionSummary)."
  }
  /// A mean between the ends of the range; at the ends see ``atMost`` and ``atLeast``.
  package static func about(_ percent: Int64) -> String { "about \(percent) %" }
  /// See ``about(_:)``.
  package static let (atMost, atLeast) = ("10 % or less", "90 % or more")
}

// MARK: Points for answers.

extension DiversityText {
  /// The levels of a curator, the lowest first.
  package static let levels = ["First stone", "Small cairn", "Cairn", "Tall cairn", "Landmark"]
  /// The texts of the one-time bonus, and of points taken back.
  package static let (nothingUnknown, bonus, takenBack) = (
    "All details filled in", "bonus", "taken back"
  )
}

// MARK: Share goals.

extension DiversityText {
  /// A goal: `50 % Female`.
  static func goal(_ percent: Int64, _ category: String) -> String { "\(percent) % \(category)" }
  /// The text if there is no share yet.
  package static let noneFinished = "No book finished yet."
  /// See ``noneFinished``.
  package static func noneKnown(of books: String) -> String {
    "Unknown for all finished books (\(books))."
  }
  /// The current share.
  package static func now(_ percent: String, of known: String) -> String {
    "\(percent) of \(known) known \(known == "1" ? "book" : "books")"
  }
  /// The status of a goal.
  package static func reached(_ now: String) -> String { "Reached: \(now)." }
  /// See ``reached(_:)``.
  package static func enough(_ now: String) -> String {
    "\(now). On track."
  }
  /// See ``reached(_:)``.
  package static func notAll(_ now: String) -> String { "\(now). Not all of them count." }
  /// See ``reached(_:)``.
  package static func lacks(_ now: String, _ more: Int64) -> String {
    "\(now). \(counted(more, "more book")) to reach the goal."
  }
  /// A note on books with an unknown category, which could change the share.
  package static func open(_ unknown: String) -> String { "; \(unknown) unknown" }
  /// The text for a goal that has ended.
  package static let goalEnded = "The goal has ended."
}

// MARK: Definitions of the numbers.

extension DiversityText {
  /// The definitions next to the numbers.
  package static let completenessDefinition =
    "Known details out of five for each book: cultural origin, gender, translation, own voices and "
    + "accessibility; a book by several authors counts in equal parts, wishlist books do not count."
  /// See ``completenessDefinition``.
  package static let representationDefinition =
    "The share of known books outside the largest category; for translation, own voices and "
    + "accessibility, the share with a yes; unknown values are in no share."
  /// See ``completenessDefinition``.
  package static let curationDefinition =
    "Five points for each answer of yours where nothing was known, one for each further book it "
    + "fills in, fifty once when all details are known; undone answers, and answers about books "
    + "that do not count, earn nothing."
}
