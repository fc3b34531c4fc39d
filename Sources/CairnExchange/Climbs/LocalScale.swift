import Cairn

extension GradeScale {
  /// Returns a country's scale for routes with plain numbers such as `5+`; nil if the form decides.
  ///
  /// `country` is an English name or an ISO 3166 two-letter code, in any case. In Spain, Portugal,
  /// France and Italy, the route grades `4` and `5+` are French; in Germany they are UIAA (theCrag
  /// 3482, 3437).
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
  /// Reads a route grade in the scale of its country if its form is ambiguous, else by its form.
  ///
  /// For an invalid grade, returns a line for the notes that keeps the text, and adds an issue.
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
