import Cairn
import CairnAccounts
import CairnHTTP
import CairnListener
import Testing

@testable import CairnCLI

@Suite struct `The settings of a server` {
  private func settings(
    _ words: [String] = [],
    _ variables: [String: String] = [:]
  ) throws -> ServerSettings {
    guard case .run(_, let invocation) = try Parser.parse(["serve"] + words, Program.cairn)
    else { throw CairnError("usage.value", "", hint: "") }
    return ServerSettings(invocation) { variables[$0] }
  }

  @Test func `come from options, variables or defaults, in this order`() throws {
    let variables = ["CAIRN_LISTEN": "[::1]:80", "CAIRN_LOG_FORMAT": "json", "CAIRN_URL": ""]
    let settings = try settings(["--listen", "127.0.0.1:0"], variables)
    #expect(try settings.found(.listen) == ("127.0.0.1:0", "--listen"))
    #expect(try settings.found(.logFormat) == ("json", "CAIRN_LOG_FORMAT"))
    #expect(try settings.found(.url) == ("", "default"))
    #expect(try settings.value(.url) == nil)
  }

  @Test(arguments: ["CAIRN_DATABASE", "CAIRN_DATABASE_FILE", "CAIRN_METRICS_TOKEN"])
  func `are not ignored if a secret is empty`(variable: String) throws {
    let settings = try settings([], [variable: ""])
    let setting = try #require(ServerSetting.all.first { variable.hasPrefix($0.variable) })
    let error = #expect(throws: CairnError.self) { _ = try settings.found(setting) }
    #expect(error?.message == "\(variable) is empty.")
  }

  @Test func `are each an option and a variable of the same name`() {
    for setting in ServerSetting.all {
      let name = setting.name.uppercased().replacing("-", with: "_")
      #expect(setting.variable == "CAIRN_" + name)
    }
  }

  @Test(arguments: [
    (["--listen", "127.0.0.1:0"], 1_000), (["--listen", "0.0.0.0:0"], 100),
    (["--listen", "0.0.0.0:0", "--proxies", "10.0.0.2"], 1_000),
  ])
  func `allow more connections from a trusted proxy`(words: [String], most: Int) throws {
    let plan = try ServeConfiguration(try settings(words), isOpen: false)
    #expect(plan.limits(below: .none).connectionsPerAddress == most)
  }

  @Test func `that are flags are yes or no in a variable`() throws {
    #expect(try settings().isOn(.singleUser) == false)
    #expect(try settings(["--single-user"]).found(.singleUser) == ("yes", "--single-user"))
    let variables = ["CAIRN_DEMO": "yes", "CAIRN_SINGLE_USER": "1"]
    #expect(try settings([], variables).found(.demo) == ("yes", "CAIRN_DEMO"))
    let error = #expect(throws: CairnError.self) {
      _ = try settings([], variables).isOn(.singleUser)
    }
    #expect(error?.message == "CAIRN_SINGLE_USER takes yes or no, not “1”.")
  }

  @Test(arguments: [
    (["--log-format", "xml"], [:], "--log-format takes one of logfmt, json, not “xml”."),
    (
      [], ["CAIRN_LOG_LEVEL": "loud"],
      "CAIRN_LOG_LEVEL takes one of trace, debug, info, notice, warning, error, critical, not “loud”."
    ),
    (
      [], ["CAIRN_PROXIES": "10.0.0.1,proxy"],
      "CAIRN_PROXIES takes addresses such as 10.0.0.2 or 172.16.0.0/12, not “10.0.0.1,proxy”."
    ),
    (["--log-addresses", "1"], [:], "--log-addresses takes yes or no, not “1”."),
    (
      ["--request-rate", "0"], [:],
      "--request-rate takes a whole number from 1 to 1000, or off, not “0”."
    ),
    (
      ["--comparison", "4"], [:],
      "--comparison takes a whole number from 5 to 1000, or off, not “4”."
    ),
  ])
  func `are refused with the name of their origin`(
    words: [String],
    variables: [String: String],
    message: String
  ) throws {
    let settings = try settings(words, variables)
    let error = #expect(throws: CairnError.self) {
      _ = try ServeConfiguration(settings, isOpen: false)
    }
    #expect(error?.message == message)
  }

  @Test(arguments: [
    ("10.0.0.2", "10.0.0.2", true), ("10.0.0.2", "10.0.0.3", false),
    ("172.16.0.0/12", "172.31.255.255", true), ("172.16.0.0/12", "172.32.0.0", false),
    ("0.0.0.0/0", "192.0.2.7", true), ("0.0.0.0/0", "2001:db8::1", false),
    ("fd00::/8", "fd12:3456::1", true), ("fd00::/8", "fe80::1", false),
    ("127.0.0.0/8", "::ffff:127.0.0.1", true), ("127.0.0.0/8", "anna", false),
  ])
  func `take ranges of addresses`(range: String, address: String, isIn: Bool) throws {
    #expect(try #require(AddressRange(range)).contains(address) == isIn)
  }

  /// The keys for rate limits: an IPv4 address in any form; for IPv6, the network and the site.
  @Test(arguments: [
    ("192.0.2.7", "192.0.2.7", nil), ("::ffff:192.0.2.7", "192.0.2.7", nil),
    ("::ffff:c000:207", "192.0.2.7", nil), ("192.0.2.7:443", "192.0.2.7", nil),
    ("::1", "::", "::"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::", "2001:db8:1::"),
    ("2001:db8::1", "2001:db8::", "2001:db8::"), ("fe80::1%eth0", "fe80::", "fe80::"),
    ("[2001:db8:1:2::9]:443", "2001:db8:1:2::", "2001:db8:1::"), ("anna", "unknown", nil),
  ])
  func `group clients by network`(address: String, network: String, site: String?) {
    let client = ClientAddress(of: address)
    #expect(client.text == network)
    #expect(client.site == site)
  }

  @Test(arguments: ["", "10.0.0", "10.0.0.0/33", "::1/129", "10.0.0.0/-1", "localhost", "1/2/3"])
  func `reject invalid addresses`(text: String) {
    #expect(AddressRange(text) == nil)
  }
}
