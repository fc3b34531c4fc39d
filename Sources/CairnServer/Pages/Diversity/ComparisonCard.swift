import CairnHTTP
import CairnInsights

/// Whether one's shelf is compared with those of others, what goes into that, and the switch.
struct ComparisonCard {
  let takesPart: Bool
  /// How many others there must be; nil where the server compares nobody.
  let least: Int64?

  var html: HTML? {
    guard let least else { return nil }
    return """
      <section class="card" aria-labelledby="comparison"><h2 id="comparison">Compare your shelf</h2>
      <p>\(takesPart ? "You compare your shelf with those of others." : "You compare it with nobody.")
      <a href="/insights/diversity">Diversity</a></p>
      <p class="quiet">The five shares that the page Diversity shows of your whole library go, rounded
      to tenths, into means that are shown to others who compare, of at least
      \(max(least, ComparisonShare.fewest)) of them besides the one who looks; you see the same. No book,
      no author and no name goes in, nothing of it is in your log, and you are out at once when you end
      it.</p>
      <form method="post" action="/account/comparison">
      <button class="wide" name="takes_part" value="\(takesPart ? "no" : "yes")">\
      \(takesPart ? "Compare no more" : "Compare my shelf")</button></form></section>
      """
  }
}

extension ComparisonStatistics {
  /// What is said of it below the pictures; nothing where it is not offered.
  var note: HTML? {
    guard isOffered else { return nil }
    let words =
      missing
      ?? "Others are the mean of at least \(ComparisonShare.fewest) who compare, you not among them, to "
      + "the nearest 5 %, as of yesterday."
    return "<p class=\"quiet\">\(words) <a href=\"/account#comparison\">Compare your shelf</a></p>"
  }
}
