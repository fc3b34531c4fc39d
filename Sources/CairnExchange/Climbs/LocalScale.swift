import Cairn

extension GradeScale {
  /// The scale of routes that a plain number such as `5+` is of in a country; nil where nothing is known
  /// of it, and the form of the grade decides.
  ///
  /// `country` is an English name or the two letters of ISO 3166, in any case. In Spain, Portugal,
  /// France and Italy `4` and `5+` of a route are French, in Germany of the UIAA (theCrag 3482, 3437).
  static func local(to country: String) -> GradeScale? {
    let country = folded(country)
    if ewbankCountries.contains(country) { return .ewbank }
    return frenchCountries.contains(country) ? .french : nil
  }

  private static let ewbankCountries: Set = [
    "australia", "au", "new zealand", "nz", "south africa", "za",
  ]

  private static let frenchCountries: Set = [
    "spain", "es", "portugal", "pt", "france", "fr", "italy", "it", "greece", "gr", "belgium", "be",
    "switzerland", "ch", "andorra", "ad", "croatia", "hr", "cyprus", "cy", "malta", "mt", "monaco",
    "mc", "turkey", "turkiye", "tr", "morocco", "ma", "thailand", "th", "laos", "la", "vietnam",
    "vn",
    "reunion", "re",
  ]
}

extension RowCells {
  /// A grade of a route by the scale of its country where its form leaves that open, else by its form.
  ///
  /// Of one that is none gives the line of a note that keeps it, and notes that.
  mutating func read(
    _ text: String,
    _ isBoulder: Bool?,
    _ column: String,
    in country: String
  ) -> (grade: Grade?, written: String?) {
    if isBoulder != true, let scale = GradeScale.local(to: word(country)),
      isBoulder == false || scale == .ewbank, text.first?.isNumber == true,
      let grade = try? Grade(text, in: scale)
    {
      return (grade, nil)
    }
    return read(text, isBoulder, column)
  }
}
