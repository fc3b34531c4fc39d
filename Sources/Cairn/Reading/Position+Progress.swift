extension Position {
  /// Returns the progress for display: `150/400 pages · 37 %`, `42.5 %`, `page 12`.
  ///
  /// Values are rounded down, so only the end is 100 %. A page beyond the end of the edition is
  /// displayed without a percentage (spec/reading.md 2.3).
  public func progress(of pages: Int64?) -> String {
    guard let percent = hundredths(in: pages).map({ "\($0 / 100) %" }) else { return shortText }
    let pages = pages ?? (unit == .page ? total : nil)
    if let pages, let page = page(in: pages), page <= pages {
      return "\(page)/\(pages) pages · \(percent)"
    }
    return unit == .percent ? shortText : "\(label) · \(percent)"
  }

  /// The position without its total: `page 12`, `location 1234`, `42.5 %`.
  private var shortText: String {
    guard unit == .percent else { return "\(unit.name) \(value)" }
    let rest = value % 100
    if rest == 0 { return "\(value / 100) %" }
    return "\(value / 100).\(rest % 10 == 0 ? String(rest / 10) : padded(rest, 2)) %"
  }
}
