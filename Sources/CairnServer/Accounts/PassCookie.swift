import CairnHTTP

/// The cookie that carries the pass of a browser.
enum PassCookie {
  /// Behind TLS the prefix keeps every other host from setting it (RFC 6265bis, 4.1.3.2).
  static func name(_ world: ServerWorld) -> String { world.isSecure ? "__Host-cairn" : "cairn" }

  /// Hands the pass to the browser for as long as it may lie unused.
  static func set(_ secret: String, _ world: ServerWorld) -> String {
    "\(name(world))=\(secret); Path=/; Max-Age=1209600\(ending(world))"
  }

  /// Takes it away.
  static func clear(_ world: ServerWorld) -> String {
    "\(name(world))=; Path=/; Max-Age=0\(ending(world))"
  }

  private static func ending(_ world: ServerWorld) -> String {
    "; HttpOnly; SameSite=Lax" + (world.isSecure ? "; Secure" : "")
  }
}
