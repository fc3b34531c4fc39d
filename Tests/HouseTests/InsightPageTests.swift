import CairnInsights
import Testing

@Suite struct `The page of insights` {
  @Test func `has every figure with the definition the program gives`() {
    let rows = Page(path: "docs/insights.md").rows(under: "Insights")
    #expect(rows == Insight.all.map { [$0.name, $0.definition] })
  }
}
