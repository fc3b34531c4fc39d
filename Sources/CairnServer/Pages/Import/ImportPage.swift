import Cairn
import CairnExchange
import CairnHTTP
import CairnInsights
import CairnStore

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
      <header class="head"><h1>Bring what you have</h1></header>
      <section class="card" aria-labelledby="choose"><h2 id="choose">A file of another program</h2>
      \(fragment: error.map { alert($0) })
      <form class="form" method="post" action="/import" enctype="multipart/form-data">
      <div class="field"><label for="file">The file</label>
      <input id="file" name="file" type="file" required></div>
      \(fragment: Field.choice("format", "What it is", Self.formats, ""))
      \(fragment: titles)
      \(fragment: listening)
      <p class="quiet">You see first what it would bring. Nothing is changed before you say so, \
      and all of it can be taken back.</p>
      <button class="wide primary">Look at it</button>
      </form></section>
      \(fragment: sheets.isEmpty ? nil : earlier)
      """
    )
  }

  private static let formats =
    [("", "What it looks like")] + FileFormat.all.map { ($0.name, $0.words) }

  private var titles: HTML {
    """
    <details class="definition"><summary>Reading sessions of a Kindle?</summary>
    <p>They name books by a code. A second file can say what the books are called.</p>
    <div class="field"><label for="titles">A file of titles</label>
    <input id="titles" name="titles" type="file"></div></details>
    """
  }

  private var listening: HTML {
    """
    <details class="definition"><summary>Listening of several people?</summary>
    <p>A server notes what everybody heard, and Plex keeps audiobooks as music.</p>
    \(fragment: Field.text("person", "Your name there", ""))
    \(fragment: Field.text("library", "The library of audiobooks", "", hint: "Audiobooks"))</details>
    """
  }

  private var earlier: HTML {
    """
    <section aria-labelledby="earlier"><h2 id="earlier">Sent before</h2>
    <ul class="rows card">\(fragment: HTML(sheets.map(row)))</ul></section>
    """
  }

  private func row(_ job: ImportJobState) -> HTML {
    """
    <li class="row"><div><a class="whole" href="\(job.path)"><strong>\(job.format.words)</strong></a>
    <span class="quiet">\(frame.clock.text(job.madeAt)), \(job.words)</span></div></li>
    """
  }
}

extension FileFormat {
  /// The name of the format on the page.
  var words: String {
    [
      "goodreads": "A Goodreads library", "storygraph": "A StoryGraph library",
      "librarything": "A LibraryThing library", "openreads": "A library of Openreads",
      "csv": "Any list of books (CSV)", "koreader": "Statistics of KOReader",
      "kobo": "Books and sessions of a Kobo",
      "hardcover": "A Hardcover library", "bookwyrm": "A BookWyrm library",
      "sessions": "A table of reading sessions (CSV)", "boards": "A logbook of a training board",
      "spotify": "Podcasts and audiobooks of Spotify",
      "kindle": "Reading sessions of a Kindle", "clippings": "Clippings of a Kindle",
      "mountainproject": "Ticks of Mountain Project", "thecrag": "A logbook of theCrag",
      "8a": "A logbook of 8a.nu", "kaya": "Ascents of KAYA",
      "climbs": "A table of climbs (CSV)",
      "audiobookshelf": "Listening with Audiobookshelf",
      "tautulli": "Audiobooks of Plex, by Tautulli", "audible": "Listening with Audible",
      "libby": "Loans of Libby", "cairn": "A log of Cairn",
    ][name] ?? name
  }
}

extension ImportJobState {
  /// The state of the import for the list.
  var words: String {
    switch state {
    case .planned: "waits for you"
    case .applying: "is being taken in"
    case .applied: "taken in"
    case .undone: "taken back"
    default: isUnclear ? "waits for its columns" : "could not be taken in"
    }
  }
}
