extension Author {
  /// Sets a fact about the author, or clears it with nil.
  ///
  /// Throws `diversity.unknown_value`, `diversity.anonymous` for a collective name,
  /// and `diversity.invalid_years` for a death before the birth.
  public mutating func set(
    _ kind: FactKind,
    _ typed: String?,
    from source: FactSource = .me
  ) throws(CairnError) {
    precondition(kind.isOfAuthor)
    var new = facts
    new[kind] = try kind.fact(typed, source, over: facts[kind])
    if new[kind] != nil { try requireSinglePerson() }
    try Self.requireOrder(new)
    facts = new
  }

  private func requireSinglePerson() throws(CairnError) {
    guard Self.isAnonymous(name) else { return }
    throw CairnError(
      "diversity.anonymous",
      "“\(name)” is not a single author, so it has no details.",
      hint: "Set the details of each book instead."
    )
  }

  private static func requireOrder(_ facts: KnownFacts) throws(CairnError) {
    guard let born = facts.value(.birthYear).flatMap({ Int64($0) }),
      let died = facts.value(.deathYear).flatMap({ Int64($0) }), died < born
    else { return }
    throw CairnError(
      "diversity.invalid_years",
      "The year of death, \(died), is before the year of birth, \(born).",
      hint: "Correct one of the years, or remove it."
    )
  }
}

extension Work {
  /// Sets a fact about the work or an override of its authors' facts; nil clears it.
  ///
  /// Throws `diversity.unknown_value`, and `diversity.authors_only` for a fact that only authors can
  /// have.
  public mutating func set(
    _ kind: FactKind,
    _ typed: String?,
    from source: FactSource = .me
  ) throws(CairnError) {
    guard FactKind.inWorks.contains(kind) else {
      throw CairnError(
        "diversity.authors_only",
        "A \(kind.label) applies to authors, not to single books.",
        hint: "Set it for the author."
      )
    }
    facts[kind] = try kind.fact(typed, source, over: facts[kind])
  }
}

extension FactKind {
  /// Returns the fact for a typed value; an imported value equal to the old one keeps its source.
  fileprivate func fact(
    _ typed: String?,
    _ source: FactSource,
    over old: Fact?
  ) throws(CairnError) -> Fact? {
    guard let typed else { return nil }
    let value = try value(typed: typed)
    return old?.value == value && source != .me ? old : Fact(value, from: source)
  }
}
