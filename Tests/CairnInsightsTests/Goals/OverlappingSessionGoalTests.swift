import Cairn
import CairnInsights
import CairnTestKit
import Testing

@Suite struct `Minutes of overlapping sessions` {
  private let days = [
    DayTotal(
      day: LocalDay(number: 20_454),
      time: .minutes(60),
      amount: 0,
      sessions: 2,
      overlap: .seconds(20 * 60 + 1)
    )
  ]
  private let today = LocalDay(number: 20_454)

  @Test func `count once toward a goal`() throws {
    let goal = try Goal(.minutes, .daily, target: 40, from: today)
    let activity = Activity(days: days)
    let progress = Goals([goal], weekStart: .monday).now(activity, today: today).first
    #expect(progress?.amount == 39 && progress?.isMet == false)
    #expect(activity.amount(of: .minutes, in: today...today).value == 60)
  }

  @Test(arguments: [("39 minutes", 1), ("40 minutes", 0), ("2 sessions", 1), ("any", 1)])
  func `count once toward a streak`(minimum: String, length: Int) throws {
    let rule = StreakRule(minimum: try #require(StreakMinimum(text: minimum)), weekStart: .monday)
    #expect(Streak(days, rule: rule, today: today).current == length)
  }
}
