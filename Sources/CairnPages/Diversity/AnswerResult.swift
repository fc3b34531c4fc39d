import CairnHTML
package import CairnInsights

/// The result of an answer: completeness before and after, and the current chart.
package struct AnswerResult {
  /// The share of known facts before and after the answer, in hundredths of a percent.
  private let before, after: Int64
  private let points: Int64
  private let found: Diversity

  /// Creates the result.
  package init(before: Int64, after: Int64, points: Int64, found: Diversity) {
    (self.before, self.after, self.points, self.found) = (before, after, points, found)
  }

  var html: HTML {
    """
    <section class="card completion" aria-labelledby="result">
    \(fragment: CompletionRing(hundredths: after).html)
    <div role="status"><h2 id="result">\(percent(before)) → \(percent(after)) known</h2>
    <p class="quiet">\(points > 0 ? "+\(points) points" : "")</p></div></section>
    \(fragment: RadarCard(chart: found.completenessChart, found: found, id: "completeness", isAlone: true).html)
    """
  }
}
