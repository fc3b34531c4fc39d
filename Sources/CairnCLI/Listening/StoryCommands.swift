import Cairn
import CairnStore

extension Command<CommandContext> {
  static var story: Command {
    Command(
      "story",
      group: "Listening",
      summary: "Add a story, or change one.",
      subcommands: [
        addStory, showStory, editStory, favoriteStory, mergeStories, deleteStory, restoreStory,
      ]
    )
  }

  private static var addStory: Command {
    Command(
      "add",
      group: "Listening",
      summary: "Add a story to listen to.",
      discussion:
        "The title is enough. Another story of that title is pointed out.",
      reads: true,
      examples: [
        Example("cairn story add \"Emma\" --author \"Jane Austen\" --length 16:39:00", "to hear"),
        Example("cairn story add \"In Our Time: Bees\" --series \"In Our Time\"", "an episode"),
      ],
      arguments: [.required("title", "The title.")],
      options: .story + [.flag("favourite", "It is one of your favourites.")],
      action: { invocation, context in
        var new = NewStory(title: invocation.required("title"))
        try StoryFacts(invocation).fill(&new)
        new.isFavorite = invocation.flag("favourite")
        return try await context.withLog { [new] log in
          let same = try await log.stories(titled: new.title)
          let id = try await log.write("Add a story") { try $0.addStory(new).id }
          if let first = same.first {
            context.output.warn(
              "Note: there is another of that title: \(context.summary(first))."
            )
          }
          return try await context.show(id, "Added", in: log)
        }
      }
    )
  }

  private static var showStory: Command {
    Command(
      "show",
      group: "Listening",
      summary: "Show a story and what was heard of it.",
      reads: true,
      examples: [Example("cairn story show \"Emma\"", "its audio, its sessions, your place")],
      arguments: [.story],
      action: { invocation, context in
        try await context.withLog { log in
          let row = try await StoryReference.find(invocation.required("story"), in: log)
          return try await context.show(row.id, nil, in: log)
        }
      }
    )
  }

  private static var editStory: Command {
    Command(
      "edit",
      group: "Listening",
      summary: "Correct what is known of a story.",
      discussion: "What is not named stays as it is; none takes a value away.",
      reads: true,
      examples: [
        Example("cairn story edit \"Emma\" --narrator \"Juliet Stevenson\"", "who reads it"),
        Example("cairn story edit \"Emma\" --length none", "its length is not known"),
      ],
      arguments: [.story],
      options: [.value("title", "TITLE", "Another title.")] + .story,
      action: { invocation, context in
        let (title, facts) = (invocation.value("title"), try StoryFacts(invocation))
        guard title != nil || !facts.isEmpty else { throw nothingToChange }
        return try await context.changeStory(invocation, "Changed") { writer, id in
          let story = try writer.changeStory(id) { story in
            if let title { try story.setTitle(title) }
            try facts.apply(to: &story)
          }
          writer.title = "Change “\(story.title)”"
        }
      }
    )
  }

  private static var favoriteStory: Command {
    Command(
      "favourite",
      group: "Listening",
      summary: "Make a story one of your favourites.",
      reads: true,
      examples: [
        Example("cairn story favourite \"Emma\"", "it is one"),
        Example("cairn story favourite \"Emma\" --off", "it is none any more"),
      ],
      arguments: [.story],
      options: [.flag("off", "It is none any more.")],
      action: { invocation, context in
        let isFavorite = !invocation.flag("off")
        return try await context.changeStory(invocation, "Changed") { writer, id in
          let story = try writer.changeStory(id) { $0.isFavorite = isFavorite }
          writer.title = "Make “\(story.title)” \(isFavorite ? "a" : "no") favourite"
        }
      }
    )
  }

  private static var mergeStories: Command {
    Command(
      "merge",
      group: "Listening",
      summary: "Make two stories one.",
      discussion: """
        The second goes into the first with its sessions; where both say something, the first \
        stands. What listening apps still tell of the second counts for the first. `cairn undo` \
        parts them again.
        """,
      reads: true,
      examples: [Example("cairn story merge k3f9ab m41d2e", "what was m41d2e is k3f9ab now")],
      arguments: [
        .story,
        .required("other", "The story that goes into it.", completion: .live("stories")),
      ],
      action: { invocation, context in
        try await context.withLog { log in
          let row = try await StoryReference.find(invocation.required("story"), in: log)
          let other = try await StoryReference.find(invocation.required("other"), in: log)
          try await log.write("Merge two stories") { try $0.mergeStories(row.id, other.id) }
          return try await context.show(row.id, "Merged", in: log)
        }
      }
    )
  }

  private static var deleteStory: Command {
    Command(
      "delete",
      group: "Listening",
      summary: "Delete a story; its hours stay.",
      discussion: "Its sessions stay in every total, and in the log under its title.",
      reads: true,
      examples: [Example("cairn story delete \"Emma\"", "`cairn story restore` brings it back")],
      arguments: [.story],
      action: { invocation, context in
        try await context.withLog { log in
          let row = try await StoryReference.find(invocation.required("story"), in: log)
          try await log.write("Delete a story") { try $0.deleteStory(row.id) }
          let deleted = try await log.deletedStories().first { $0.id == row.id }
          if context.wantsJSON {
            context.output.print(deleted?.json.text ?? "null")
          } else {
            context.output.say(
              "Deleted: \(context.summary(row)). `cairn undo` brings it back."
            )
          }
          return .done
        }
      }
    )
  }

  private static var restoreStory: Command {
    Command(
      "restore",
      group: "Listening",
      summary: "Bring back a story that was deleted.",
      reads: true,
      examples: [Example("cairn story restore \"Emma\"", "as it was")],
      arguments: [
        .required("story", StoryReference.help, completion: .live("deleted-stories"))
      ],
      action: { invocation, context in
        try await context.withLog { log in
          let id = try await StoryReference.findDeleted(invocation.required("story"), in: log)
          try await log.write("Restore a story") { try $0.restoreStory(id) }
          return try await context.show(id, "Restored", in: log)
        }
      }
    )
  }

  private static var nothingToChange: CairnError {
    CairnError(
      "usage.missing",
      "There is nothing to change.",
      hint: "`cairn help story edit` lists what can be changed."
    )
  }
}

extension CommandContext {
  fileprivate func changeStory(
    _ invocation: Invocation,
    _ done: String,
    _ rule: @escaping @Sendable (LogWriter, Identifier<Story>) throws -> Void
  ) async throws -> ExitCode {
    try await withLog { log in
      let row = try await StoryReference.find(invocation.required("story"), in: log)
      try await log.write("Change a story") { try rule($0, row.id) }
      return try await show(row.id, done, in: log)
    }
  }
}
