import Cairn
import CairnHTTP
import CairnStore

/// What a person does about what another device deleted in bulk.
enum DeletionForms {
  static let restore: Handler = { visit in
    let (form, id) = (try visit.form(), try visit.id("id"))
    let line = try await visit.log.write("Bring back", once: visit.key(in: form)) { writer in
      try writer.restore(id)
      return writer.line?.text ?? ""
    }
    return .seeOther(line.isEmpty ? "/conflicts" : ReturnPath.with("done", line, "/conflicts"))
  }

  static let dismiss: Handler = { visit in
    let id = try visit.id("id")
    try await visit.log.write("Leave it deleted") { try $0.dismiss(id) }
    return visit.done(nil, at: "/conflicts")
  }
}
