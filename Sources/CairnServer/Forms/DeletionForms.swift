import Cairn
import CairnHTML
import CairnHTTP
import CairnPages
import CairnStore
import CairnSync

/// The handlers that restore or dismiss a bulk deletion by another device.
enum DeletionForms {
  static let restore: Handler = { context in
    let (form, id) = (try context.form(), try context.id("id"))
    let key = context.key(in: form)
    try await context.apply(key) { try $0.restore(id) }
    return context.done(key, at: "/conflicts")
  }

  static let dismiss: Handler = { context in
    let id = try context.id("id")
    try await context.log.write { try $0.dismiss(id) }
    return context.done(nil, at: "/conflicts")
  }
}
