import Cairn
import CairnActions
import CairnHTTP
import CairnStore

/// The handlers of `/api/v1/settings`, which sync to every device.
enum SettingHandlers {
  private static let settingsSchema: JSONSchema = ["settings": .list(.setting)]

  static let list = Endpoint("List the settings.", gives: .json(settingsSchema)) { context in
    HTTPResponse(json(try await context.log.settings()))
  }

  static let change = Endpoint(
    "Change settings; null restores the default.",
    body: Setting.all.map { SchemaField($0.name, .text, $0.summary) },
    gives: .json(settingsSchema)
  ) { context in
    let body = context.body
    return try await context.write { writer in
      let settings = Setting.all.filter { body.has($0.name) }
      try ChangeSettings(settings.map { ($0, body.text($0.name)) }).run(in: writer)
      return json(try writer.settings())
    }
  }

  private static func json(_ settings: [(setting: Setting, value: String?)]) -> JSON {
    let all = settings.map { setting, value in
      JSON.members(
        ("name", .string(setting.name)),
        ("value", .string(value ?? setting.standard)),
        ("standard", .string(setting.standard)),
        ("chosen", .bool(value != nil)),
        ("meaning", .string(setting.summary))
      )
    }
    return .members(("settings", .array(all)))
  }
}
