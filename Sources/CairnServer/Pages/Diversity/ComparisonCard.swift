import CairnHTTP
import CairnInsights

/// The switch that compares the shelf with others, and what the comparison uses.
struct ComparisonCard {
  let participates: Bool
  /// The minimum group size; nil if the server offers no comparison.
  let least: Int64?

  var html: HTML? {
    guard let least else { return nil }
    return """
      <section class="card" aria-labelledby="comparison"><h2 id="comparison">Compare your shelf</h2>
      <p>\(participates ? "You compare your shelf with those of others." : "You compare it with nobody.")
      <a href="/insights/diversity">Diversity</a></p>
      <p class="quiet">The five shares that the page Diversity shows of your whole library go, rounded
      to tenths, into means that are shown to others who compare, of at least
      \(max(least, ComparisonShare.minimumGroupSize)) of them besides the one who looks; you see the same. No book,
      no author and no name goes in, nothing of it is in your log, and you are out at once when you end
      it.</p>
      <form method="post" action="/account/comparison">
      <button class="wide" name="takes_part" value="\(participates ? "no" : "yes")">\
      \(participates ? "Compare no more" : "Compare my shelf")</button></form></section>
      """
  }
}

extension ComparisonStatistics {
  /// A note below the charts; nil if the server offers no comparison.
  var note: HTML? {
    guard isOffered else { return nil }
    let words =
      missing
      ?? "Others are the mean of at least \(ComparisonShare.minimumGroupSize) who compare, you not among them, to "
      + "the nearest 5 %, as of yesterday."
    return "<p class=\"quiet\">\(words) <a href=\"/account#comparison\">Compare your shelf</a></p>"
  }
}
