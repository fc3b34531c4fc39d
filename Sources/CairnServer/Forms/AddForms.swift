import CairnHTTP
import CairnPages

/// The handler of the page behind the plus.
enum AddForms {
  static let show: Handler = { context in
    let frame = try await PageFrame(context)
    return HTTPResponse(.ok, page: AddPage(frame: frame, modules: context.modules).html)
  }
}
