import Cairn
import CairnStore
import CairnTestKit
import Dispatch
import Testing

@Suite struct `A log environment` {
  @Test func `loads the rules of a known zone once, and of an unknown zone each time`() {
    let asked = RequestScoped()
    let environment = LogEnvironment(now: { .limit }, random: { 1 }) { name in
      asked.note(name)
      return name == "UTC" ? .utc : nil
    }
    for name in ["UTC", "UTC", "Nowhere", "Nowhere"] {
      #expect(environment.zone(name) == (name == "UTC" ? .utc : nil))
    }
    #expect(asked.names == ["UTC", "Nowhere", "Nowhere"])
  }

  private final class RequestScoped: @unchecked Sendable {  // `all` is used on `queue` only
    private let queue = DispatchQueue(label: "asked")
    private var all: [String] = []
    var names: [String] { queue.sync { all } }
    func note(_ name: String) { queue.sync { all.append(name) } }
  }
}
