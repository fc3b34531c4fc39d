import Cairn

extension AuthenticatedContext {
  /// The words and fields of the kinds of session that the server knows.
  var modules: [KindModule] { server.dependencies.modules }
}
