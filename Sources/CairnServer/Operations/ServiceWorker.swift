import Cairn
import CairnHTML
import CairnHTTP
import CairnPages

/// The service worker, which responds offline, and the web app manifest.
enum ServiceWorker {
  /// The handler of the service worker, which lists the cached files and changes with any of them.
  static let show: UnauthenticatedHandler = { context in
    let words = [
      "const version = \"\(version)\";",
      "const shell = [\(paths.map { "\"\($0)\"" }.joined(separator: ", "))];",
    ]
    let head = Array(words.joined(separator: "\n").utf8) + [0x0A]
    var response = HTTPResponse(.ok, type: Asset.worker.type, body: head + Asset.worker.bytes)
    response.fields.append("cache-control", "no-cache")
    return response
  }

  /// The handler of the manifest; its addresses are relative, so that it works below any path.
  static let manifest: UnauthenticatedHandler = { _ in
    var response = HTTPResponse(
      .ok,
      type: "application/manifest+json",
      body: Array(
        """
        {"name":"Cairn","short_name":"Cairn","description":"A private log of reading, listening and \
        climbing.","id":"./","start_url":"./","scope":"./","display":"standalone",\
        "background_color":"#f6f3ed","theme_color":"#1f5c4d","icons":[\
        {"src":"\(relative(Asset.icon.path))","sizes":"any","type":"image/svg+xml","purpose":"any"},\
        {"src":"\(relative(Asset.maskable.path))","sizes":"any","type":"image/svg+xml","purpose":"maskable"}]}

        """.utf8
      )
    )
    response.fields.append("cache-control", "no-cache")
    return response
  }

  private static let precached = [
    Asset.style, .pages, .script, .send, .live, .store, .shell, .offline, .figures, .forms,
    .corrections, .thread, .core, .icon, .maskable,
  ]

  private static let paths =
    ["offline", "manifest.webmanifest"] + precached.map { relative($0.path) }

  /// A hash of all cached files, including the offline page.
  static let version: String = {
    let page = OfflinePage(Theme.all[0])
    let all = precached.map(\.path).joined(separator: "\n") + page.html.text
    return String(SHA256.hex(Array(all.utf8) + Asset.worker.bytes).prefix(12))
  }()

  private static func relative(_ path: String) -> String { String(path.dropFirst()) }
}
