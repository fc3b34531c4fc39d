import Cairn
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnReports
import CairnStore

/// The result of an answer: completeness before and after, and the current chart.
///
/// It is read from the history entry of the answer, so a forged address cannot fake it.
struct AnswerResult {
  private let outcome: JSON
  private let found: Diversity

  /// Reads the answer that the address names in `done`; nil without one.
  init?(_ context: AuthenticatedContext) async throws {
    guard let line = context.target.query["done"].flatMap({ RecordID(text: $0) }),
      let text = try await context.log.response(of: line),
      let outcome = try? JSON(parsing: Array(text.utf8)),
      outcome["before_percent_hundredths"] != nil
    else { return nil }
    self.outcome = outcome
    found = try await Diversity(of: context.log)
  }

  private func number(_ name: String) -> Int64 {
    guard case .integer(let number)? = outcome[name] else { return 0 }
    return number
  }

  var html: HTML {
    let (old, new) = (number("before_percent_hundredths"), number("after_percent_hundredths"))
    let points = number("points")
    return """
      <section class="card completion" aria-labelledby="result">
      \(fragment: CompletionRing(hundredths: new).html)
      <div role="status"><h2 id="result">\(percent(old)) → \(percent(new)) known</h2>
      <p class="quiet">\(points > 0 ? "+\(points) points" : "")</p></div></section>
      \(fragment: RadarCard(chart: found.completenessChart, found: found, id: "completeness", isAlone: true).html)
      """
  }
}
