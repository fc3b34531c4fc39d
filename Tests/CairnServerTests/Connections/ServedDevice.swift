import Cairn
import CairnAccounts
import CairnHTTP
import CairnJSON
import CairnTestKit
import Testing

/// KOReader on a device of Anna's, with the headers and bodies that it sends.
struct ServedDevice: Sendable {
  let served: ServedAccounts
  let id: String
  let password: String
  var user = "anna"

  /// Runs a body with a multi-user server and a connected device of Anna's.
  static func run(
    on engine: TestEngine = .device,
    _ body: (ServedDevice, inout Browser) async throws -> Void
  ) async throws {
    try await ServedAccounts.run(on: engine) { served in
      try await served.add("anna")
      var anna = try await served.browser(of: "anna")
      try await body(try await add("Kobo", to: served, &anna), &anna)
    }
  }

  /// Adds a device.
  static func add(
    _ name: String,
    to served: ServedAccounts,
    _ browser: inout Browser
  ) async throws -> ServedDevice {
    let json = #"{"kind":"koreader","name":"\#(name)"}"#
    let answer = try await browser.post("/api/v1/connections", json)
    #expect(answer.status == .created)
    let made = try answer.json()
    return ServedDevice(
      served: served,
      id: made["id"]?.stringValue ?? "",
      password: made["password"]?.stringValue ?? "",
      user: made["user"]?.stringValue ?? ""
    )
  }

  /// Sends a request of progress sync.
  func sync(
    _ method: HTTPMethod,
    _ target: String,
    _ json: String = ""
  ) async throws -> HTTPResponse {
    try await served.client.ask(
      method,
      "/koreader" + target,
      json,
      type: json.isEmpty ? nil : "application/json",
      [
        ("accept", "application/vnd.koreader.v1+json"), ("x-auth-user", user),
        ("x-auth-key", MD5.hex(Array(password.utf8))),
      ]
    )
  }

  /// Sends a request of cloud storage.
  func store(
    _ method: HTTPMethod,
    _ target: String,
    _ body: String = "",
    _ fields: [(String, String)] = []
  ) async throws -> HTTPResponse {
    let login = "Basic " + Base64.text(Array("\(user):\(password)".utf8))
    return try await served.client.ask(
      method,
      "/koreader/webdav" + target,
      body,
      fields + [("authorization", login)]
    )
  }

  /// Reports progress.
  func report(
    _ percentage: String,
    of document: String = Self.document,
    on device: String = "Kobo_libra",
    metadata: String? = nil
  ) async throws -> HTTPResponse {
    let about = metadata.map { #","metadata":\#($0)"# } ?? ""
    return try await sync(
      .put,
      "/syncs/progress",
      #"{"document":"\#(document)","progress":"/body/DocFragment[3]/body/p[7]/text().0","#
        + #""percentage":\#(percentage),"device":"\#(device)","device_id":"5C0FFEE"\#(about)}"#
    )
  }

  /// A partial MD5 as KOReader computes it.
  static let document = "0b229176d4e8db7f6d2b5a4952368d7a"
}
