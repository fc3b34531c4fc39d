import CWebAssets
import Cairn
import CairnHTTP

/// A file of `Web/`, embedded in the executable.
struct Asset: Sendable {
  let name: String
  let type: String
  let bytes: [UInt8]
  /// The path with a content hash, so that it can be cached forever.
  let path: String

  private init(_ name: String, _ type: String, _ start: UnsafePointer<UInt8>, _ count: Int) {
    (self.name, self.type) = (name, type)
    let file = UnsafeBufferPointer(start: start, count: count)
    let isCode = type.hasPrefix("text/")
    let code = isCode ? Self.code(of: file) : Array(file)
    bytes = type.hasPrefix("text/css") ? Self.dense(code) : code
    path = "/assets/\(name)?v=\(SHA256.hex(bytes).prefix(12))"
  }

  /// Returns a script or a style sheet without comment lines and indentation, a quarter of the source.
  private static func code(of source: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let lines = source.split(separator: 0x0A).map { line in line.drop { $0 == 0x20 } }
    let code = lines.filter { line in
      !["//", "/*", "* ", "*/"].contains { line.starts(with: $0.utf8) }
    }
    return code.flatMap { $0 + [0x0A] }
  }

  /// Returns a style sheet without the blanks and line ends around its punctuation.
  private static func dense(_ style: [UInt8]) -> [UInt8] {
    let marks = Array("{};:,".utf8)
    var dense: [UInt8] = []
    for byte in style where byte != 0x0A {
      if byte == 0x20, let last = dense.last, marks.contains(last) { continue }
      if byte == UInt8(ascii: "{"), dense.last == 0x20 { dense.removeLast() }
      dense.append(byte)
    }
    return dense
  }

  static let style = Asset(
    "app.css",
    "text/css; charset=utf-8",
    cairn_app_css(),
    cairn_app_css_size
  )
  /// The style of what only some pages have.
  static let pages = Asset(
    "pages.css",
    "text/css; charset=utf-8",
    cairn_pages_css(),
    cairn_pages_css_size
  )
  /// The style of the pages of Insights.
  static let charts = Asset(
    "charts.css",
    "text/css; charset=utf-8",
    cairn_charts_css(),
    cairn_charts_css_size
  )
  static let script = Asset(
    "app.js",
    "text/javascript; charset=utf-8",
    cairn_app_js(),
    cairn_app_js_size
  )
  /// Submits forms without a page load.
  static let send = Asset(
    "send.js",
    "text/javascript; charset=utf-8",
    cairn_send_js(),
    cairn_send_js_size
  )
  static let live = Asset(
    "live.js",
    "text/javascript; charset=utf-8",
    cairn_live_js(),
    cairn_live_js_size
  )
  static let icon = Asset("icon.svg", "image/svg+xml", cairn_icon_svg(), cairn_icon_svg_size)

  static let maskable = Asset(
    "icon-maskable.svg",
    "image/svg+xml",
    cairn_icon_maskable_svg(),
    cairn_icon_maskable_svg_size
  )
  /// Supports offline use on every page.
  static let shell = Asset(
    "shell.js",
    "text/javascript; charset=utf-8",
    cairn_shell_js(),
    cairn_shell_js_size
  )
  /// The offline page.
  static let offline = Asset(
    "offline.js",
    "text/javascript; charset=utf-8",
    cairn_offline_js(),
    cairn_offline_js_size
  )
  /// The read-only parts of the offline page.
  static let figures = Asset(
    "figures.js",
    "text/javascript; charset=utf-8",
    cairn_figures_js(),
    cairn_figures_js_size
  )
  /// The forms of the offline page.
  static let forms = Asset(
    "forms.js",
    "text/javascript; charset=utf-8",
    cairn_forms_js(),
    cairn_forms_js_size
  )
  /// Resolves rejected changes on the offline page.
  static let corrections = Asset(
    "corrections.js",
    "text/javascript; charset=utf-8",
    cairn_corrections_js(),
    cairn_corrections_js_size
  )
  /// The browser's local storage.
  static let store = Asset(
    "store.js",
    "text/javascript; charset=utf-8",
    cairn_store_js(),
    cairn_store_js_size
  )
  /// The web worker that runs the core.
  static let thread = Asset(
    "thread.js",
    "text/javascript; charset=utf-8",
    cairn_thread_js(),
    cairn_thread_js_size
  )
  /// The service worker, served with the list of files to cache.
  static let worker = Asset(
    "worker.js",
    "text/javascript; charset=utf-8",
    cairn_worker_js(),
    cairn_worker_js_size
  )
  /// The core as WebAssembly.
  static let core = Asset("cairn.wasm", "application/wasm", cairn_wasm(), cairn_wasm_size)

  private static let all = [
    style, pages, charts, script, send, live, icon, maskable, store, shell, offline, figures, forms,
    corrections, thread, core,
  ]

  static let show: UnauthenticatedHandler = { context in
    guard let asset = all.first(where: { $0.name == context.captures["name"] }) else {
      throw CairnError.noSuchPage
    }
    let tag = ETag(asset.bytes)
    let isKnown = context.request.fields["if-none-match"].map(tag.isNamed) ?? false
    var response =
      isKnown ? HTTPResponse(.notModified) : HTTPResponse(.ok, type: asset.type, body: asset.bytes)
    response.fields.append("etag", tag.text)
    // Each path contains a content hash, so it can be cached forever.
    response.fields.append("cache-control", "public, max-age=31536000, immutable")
    return await context.server.packed(response, asset, for: context.request)
  }
}

/// A cache of compressed assets.
actor CompressedAssets {
  private var packed: [String: [UInt8]] = [:]

  func bytes(_ asset: Asset, _ pack: ContentEncoding.Pack) -> [UInt8]? {
    if let bytes = packed[asset.name] { return bytes }
    packed[asset.name] = pack(asset.bytes)
    return packed[asset.name]
  }
}

extension Server {
  fileprivate func packed(
    _ response: HTTPResponse,
    _ asset: Asset,
    for request: HTTPRequest
  ) async -> HTTPResponse {
    guard let pack = dependencies.pack, asset.bytes.count >= ContentEncoding.minimumBytes,
      !response.body.isEmpty
    else { return response }
    var response = response
    guard ContentEncoding.isAccepted(by: request),
      let bytes = await compressedAssets.bytes(asset, pack)
    else { return response }
    response.fields.append("vary", "accept-encoding")
    ContentEncoding.setBody(bytes, in: &response)
    return response
  }
}
