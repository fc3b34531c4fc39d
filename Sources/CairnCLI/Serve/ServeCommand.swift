import Cairn

extension Command<CommandContext> {
  static var serve: Command {
    Command(
      "serve",
      summary: "Serve the web app and the HTTP API.",
      discussion: """
        Each account has its own log; create accounts with `cairn account`. Other machines can \
        connect if --listen and a reverse proxy with TLS allow it.

        With --single-user it serves your own log on this machine without a password. Anyone who can \
        reach the address can read and change it, so only local addresses are allowed. Other \
        commands can use the same log at the same time.

        With --demo it serves a sample log of one year in the same way. The sample has its own \
        folder, is generated at each start and deleted when the server stops. Your log is not touched.

        Ctrl-C or SIGTERM finishes open requests and stops the server.
        """,
      printsJSON: false,
      examples: [
        Example("cairn serve", "a multi-user server at http://127.0.0.1:8080"),
        Example("cairn serve --url https://log.example.org", "behind a reverse proxy"),
        Example("cairn serve --database postgresql://cairn_server@/cairn", "logs in PostgreSQL"),
        Example("cairn serve --single-user", "your own log, without a password"),
        Example("cairn serve --single-user --listen 127.0.0.1:0", "on any free port"),
        Example("cairn serve --demo", "a sample year to explore"),
      ],
      options: ServerSetting.all.map(\.option),
      action: { invocation, context in
        do {
          return try await context.serve(ServerSettings(invocation, variable: context.variable))
        } catch let error as CairnError where !invocation.flag("verbose") {
          // Standard error is the log of the server, which always has the cause.
          if !error.cause.isEmpty { context.output.warn("Cause: \(error.cause.visible)") }
          throw error
        }
      }
    )
  }
}
