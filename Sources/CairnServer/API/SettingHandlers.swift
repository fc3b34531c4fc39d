import Cairn
import CairnActions
import CairnJSON
import CairnStore

/// The handlers of `/api/v1/settings`, which sync to every device.
enum SettingHandlers {
  private static let fields: JSONFields<[(setting: Setting, value: String?)]> = [
    .list(
      "settings",
      { $0 },
      [
        .init("name") { $0.setting.name },
        .init("value") { $0.value ?? $0.setting.standard },
        .init("standard") { $0.setting.standard },
        .init("chosen") { $0.value != nil },
        .init("meaning") { $0.setting.summary },
      ]
    )
  ]

  static let list = Endpoint("List the settings.", gives: fields) { context in
    try await context.log.settings()
  }

  static let change = Endpoint(
    "Change settings; null restores the default.",
    body: Setting.all.map { SchemaField($0.name, .text, $0.summary) },
    gives: .json(fields)
  ) { context in
    let body = context.body
    return try await context.write { writer in
      let settings = Setting.all.filter { body.has($0.name) }
      try ChangeSettings(settings.map { ($0, body.text($0.name)) }).run(in: writer)
      return fields.json(try writer.settings())
    }
  }
}
