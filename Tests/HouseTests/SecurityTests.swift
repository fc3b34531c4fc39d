import Testing

@Suite struct `The security page` {
  /// Each countermeasure must name an existing test, or state that there is none.
  @Test func `names existing tests`() {
    let rows = Repository.text("docs/security.md").matches(
      of: #"^\| ([HMLS]\d+) \|(.+)\|(.+)\|(.*)\|$"#
    ).map(\.groups)
    #expect(rows.count == 20)
    let files = Repository.files.filter { $0.path.hasPrefix("Tests/") }
    let tests = Set(
      files.flatMap { $0.text.matches(of: #"(?:struct|func) `([^`]+)`"#).flatMap(\.groups) }
    )
    let attacks = Set(
      Repository.text("Tests/API/attack.py").matches(of: #""(\w+)": check_"#).flatMap(\.groups)
        .map { "attack " + $0 }
    )
    for row in rows {
      let named = row[3].matches(of: "`([^`]+)`").flatMap(\.groups)
      #expect(Set(named).subtracting(tests).subtracting(attacks) == [], "\(row[0])")
      #expect(named.isEmpty == row[2].contains("not fixed"), "\(row[0])")
    }
  }
}
