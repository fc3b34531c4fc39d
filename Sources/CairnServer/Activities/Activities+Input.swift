import Cairn

extension AuthenticatedContext {
  /// The names and fields of the kinds of session that the server knows.
  var modules: [KindModule] { server.dependencies.modules }
}
