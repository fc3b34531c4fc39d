import Cairn
import CairnHTML
import CairnInsights

/// The categories of each dimension, each linked to its books.
struct DiversityCategories {
  let found: Diversity
  let view: DiversityView

  var html: HTML {
    let shown = found.spreads.filter { isCore($0) || $0.known > .zero }
    return HTML(shown.map(section))
  }

  private func isCore(_ spread: DimensionSpread) -> Bool {
    Dimension.core.contains(spread.dimension)
  }

  /// Shares of so few books say little, so their bars are grey.
  private static let few = Parts.books(10)

  private func isFew(_ spread: DimensionSpread) -> Bool { spread.known < Self.few }

  private func section(_ spread: DimensionSpread) -> HTML {
    let name = spread.dimension.name
    return """
      <section class="of\(isFew(spread) ? " few" : "")" aria-labelledby="of-\(name)">
      <h2 id="of-\(name)">\(spread.dimension.label)
      <span class="quiet">\(DiversityText.known(spread.known.text, of: spread.books.text))\
      \(isFew(spread) ? ", too few for shares to mean much" : "")</span></h2>
      <ul class="shares card">\(fragment: HTML(spread.shares.map { row(spread, $0) }))\
      \(fragment: spread.unknown > .zero ? unknown(spread) : nil)</ul></section>
      """
  }

  private func row(_ spread: DimensionSpread, _ one: DimensionSpread.Share) -> HTML {
    let share = spread.share(one.value) ?? 0
    return """
      <li><a href="\(address(spread, one.value))"><bdi>\(one.label)</bdi></a>\
      <progress max="10000" value="\(share)" aria-hidden="true"></progress>\
      <span>\(one.parts.text)<span class="quiet"> · \(DiversityText.ofKnown(percent(share)))</span></span></li>
      """
  }

  private func unknown(_ spread: DimensionSpread) -> HTML {
    """
    <li><a href="\(address(spread, nil))">\(DiversityText.unknownRow)</a><span></span>\
    <span>\(spread.unknown.text)</span></li>
    """
  }

  private func address(_ spread: DimensionSpread, _ value: String?) -> String {
    let category = value.map { "&category=\(PercentCoding.encoded($0))" } ?? ""
    return "/insights/diversity/books?\(view.query)&dimension=\(spread.dimension.name)\(category)"
  }
}
