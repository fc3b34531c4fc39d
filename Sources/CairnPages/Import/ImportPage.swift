package import Cairn
package import CairnHTML
import CairnInsights
import CairnReports

/// The Import page: the upload form and earlier imports.
package struct ImportPage {
  private let frame: PageFrame
  private let jobs: [ImportJobView]
  /// The names of the file formats.
  private let formats: [String]
  private let error: CairnError?

  /// Creates the page.
  package init(frame: PageFrame, jobs: [ImportJobView], formats: [String], error: CairnError?) {
    (self.frame, self.jobs, self.formats, self.error) = (frame, jobs, formats, error)
  }

  package var html: HTML {
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
      \(fragment: Field.choice("format", "File type", choices, ""))
      \(fragment: titles)
      \(fragment: listening)
      <p class="quiet">You’ll get a preview first, and you can undo the import.</p>
      <button class="wide primary">Preview</button>
      </form></section>
      \(fragment: jobs.isEmpty ? nil : earlier)
      """
    )
  }

  private var choices: [(String, String)] {
    [("", "Detect automatically")] + formats.map { ($0, ImportJobView.text(of: $0)) }
  }

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
    <ul class="rows card">\(fragment: HTML(jobs.map(row)))</ul></section>
    """
  }

  private func row(_ job: ImportJobView) -> HTML {
    """
    <li class="row"><div><a class="whole" href="\(job.path)"><strong>\(job.format)</strong></a>
    <span class="quiet">\(frame.clock.text(job.createdAt)), \(job.text)</span></div></li>
    """
  }
}

extension ImportJobView {
  /// The state of the import for the list.
  fileprivate var text: String {
    switch state {
    case .planned: "ready to import"
    case .applying: "importing"
    case .applied: "imported"
    case .undone: "undone"
    default: isUnclear ? "columns not matched" : "failed"
    }
  }
}
