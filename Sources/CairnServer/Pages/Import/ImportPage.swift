import Cairn
import CairnExchange
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnStore
import CairnAccounts

/// The Import page: the upload form and earlier imports.
struct ImportPage {
  private let frame: PageFrame
  private let sheets: [ImportJobState]
  private let error: CairnError?

  init(_ context: AuthenticatedContext, _ error: CairnError? = nil) async throws {
    frame = try await PageFrame(context)
    sheets = try await context.imports.all(of: context)
    self.error = error
  }

  var html: HTML {
    frame.page(
      "Import",
      in: .settings,
      """
      <header class="head"><h1>Import</h1></header>
      <section class="card" aria-labelledby="choose"><h2 id="choose">Import from another app</h2>
      \(fragment: error.map { alert($0) })
      <form class="form" method="post" action="/import" enctype="multipart/form-data">
      <div class="field"><label for="file">File</label>
      <input id="file" name="file" type="file" required></div>
      \(fragment: Field.choice("format", "File type", Self.formats, ""))
      \(fragment: titles)
      \(fragment: listening)
      <p class="quiet">You’ll get a preview first, and you can undo the import.</p>
      <button class="wide primary">Preview</button>
      </form></section>
      \(fragment: sheets.isEmpty ? nil : earlier)
      """
    )
  }

  private static let formats =
    [("", "Detect automatically")] + FileFormat.all.map { ($0.name, $0.text) }

  private var titles: HTML {
    """
    <details class="definition"><summary>Reading sessions from a Kindle?</summary>
    <p>They identify books by a code. Add a second file to get their titles.</p>
    <div class="field"><label for="titles">Titles file</label>
    <input id="titles" name="titles" type="file"></div></details>
    """
  }

  private var listening: HTML {
    """
    <details class="definition"><summary>A server with several people?</summary>
    <p>A media server tracks everyone’s listening, and Plex stores audiobooks as music.</p>
    \(fragment: Field.text("person", "Your name on the server", ""))
    \(fragment: Field.text("library", "Audiobook library", "", hint: "Audiobooks"))</details>
    """
  }

  private var earlier: HTML {
    """
    <section aria-labelledby="earlier"><h2 id="earlier">Previous imports</h2>
    <ul class="rows card">\(fragment: HTML(sheets.map(row)))</ul></section>
    """
  }

  private func row(_ job: ImportJobState) -> HTML {
    """
    <li class="row"><div><a class="whole" href="\(job.path)"><strong>\(job.format.text)</strong></a>
    <span class="quiet">\(frame.clock.text(job.createdAt)), \(job.text)</span></div></li>
    """
  }
}

extension FileFormat {
  /// The name of the format on the page.
  var text: String {
    [
      "goodreads": "A Goodreads library", "storygraph": "A StoryGraph library",
      "librarything": "A LibraryThing library", "openreads": "An Openreads library",
      "csv": "Any list of books (CSV)", "koreader": "KOReader statistics",
      "kobo": "Kobo books and sessions",
      "hardcover": "A Hardcover library", "bookwyrm": "A BookWyrm library",
      "sessions": "A table of reading sessions (CSV)", "boards": "A training board logbook",
      "spotify": "Spotify podcasts and audiobooks",
      "kindle": "Kindle reading sessions", "clippings": "Kindle clippings",
      "mountainproject": "Mountain Project ticks", "thecrag": "A theCrag logbook",
      "8a": "An 8a.nu logbook", "kaya": "KAYA ascents",
      "climbs": "A table of climbs (CSV)",
      "audiobookshelf": "Audiobookshelf listening",
      "tautulli": "Plex audiobooks (Tautulli)", "audible": "Audible listening",
      "libby": "Libby loans", "cairn": "A Cairn log",
    ][name] ?? name
  }
}

extension ImportJobState {
  /// The state of the import for the list.
  var text: String {
    switch state {
    case .planned: "ready to import"
    case .applying: "importing"
    case .applied: "imported"
    case .undone: "undone"
    default: isUnclear ? "columns not matched" : "failed"
    }
  }
}
