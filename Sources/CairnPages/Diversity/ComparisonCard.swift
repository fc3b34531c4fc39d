package import CairnHTML
import CairnInsights
import CairnReports

/// The switch that compares the shelf with others, and what the comparison uses.
package struct ComparisonCard {
  let participates: Bool
  /// The minimum group size; nil if the server offers no comparison.
  let minimumGroup: Int64?

  /// Creates the card.
  package init(participates: Bool, minimumGroup: Int64?) {
    (self.participates, self.minimumGroup) = (participates, minimumGroup)
  }

  package var html: HTML? {
    guard let minimumGroup else { return nil }
    return """
      <section class="card" aria-labelledby="comparison"><h2 id="comparison">Compare your shelf</h2>
      <p>\(participates ? "You are comparing your shelf." : "You are not comparing your shelf.")
      <a href="/insights/diversity">Diversity</a></p>
      <p class="quiet">The five shares of your whole library, rounded to tenths, go into averages of
      at least \(max(minimumGroup, ComparisonShare.minimumGroupSize)) other people. Only people who compare see these
      averages. No book, author or name is included, nothing is added to your log, and you can stop
      at any time.</p>
      <form method="post" action="/account/comparison">
      <button class="wide" name="enabled" value="\(participates ? "no" : "yes")">\
      \(participates ? "Stop comparing" : "Compare my shelf")</button></form></section>
      """
  }
}

extension ComparisonStatistics {
  /// A note below the charts; nil if the server offers no comparison.
  var note: HTML? {
    guard isOffered else { return nil }
    let words =
      missing
      ?? "Others: the average of at least \(ComparisonShare.minimumGroupSize) other people who compare, to the "
      + "nearest 5 %, as of yesterday."
    return "<p class=\"quiet\">\(words) <a href=\"/account#comparison\">Compare your shelf</a></p>"
  }
}
