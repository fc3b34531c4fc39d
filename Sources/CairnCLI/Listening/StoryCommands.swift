import Cairn
import CairnActions
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var story: Command {
    Command(
      "story",
      summary: "Add and edit stories.",
      subcommands: [
        addStory, showStory, editStory, favoriteStory, mergeStories, deleteStory, restoreStory,
      ]
    )
  }

  private static var addStory: Command {
    Command(
      "add",
      summary: "Add a story.",
      discussion:
        "Only the title is required. A story with the same title is reported.",
      examples: [
        Example(
          "cairn story add \"Emma\" --author \"Jane Austen\" --length 16:39:00",
          "an audiobook"
        ),
        Example("cairn story add \"In Our Time: Bees\" --series \"In Our Time\"", "an episode"),
      ],
      arguments: [.required("title", "The title.")],
      options: .story + [.flag("favourite", "Mark it as a favourite.")],
      action: { invocation, context in
        var new = try invocation.newStory(invocation.required("title"))
        new.isFavorite = invocation.flag("favourite")
        return try await context.withLog { [new] log in
          let same = try await log.stories(titled: new.title)
          let id = try await log.write { try AddStory(new).run(in: $0).id }
          if let first = same.first {
            context.output.warn(
              "Note: another story has this title: \(context.summary(first))."
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
      summary: "Show a story with its listening totals.",
      examples: [Example("cairn story show \"Emma\"", "its audio, its sessions, your position")],
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
      summary: "Edit the details of a story.",
      discussion: "Other values stay as they are; none clears a value.",
      examples: [
        Example("cairn story edit \"Emma\" --narrator \"Juliet Stevenson\"", "set the narrator"),
        Example("cairn story edit \"Emma\" --length none", "clear the length"),
      ],
      arguments: [.story],
      options: [Option(EditStory.title, placeholder: "TITLE")] + .story,
      action: { invocation, context in
        try await context.editStory(invocation) { id in
          let edit = try invocation.storyEdit(id)
          guard edit != EditStory(id) else { throw invocation.nothingToEdit }
          return edit
        }
      }
    )
  }

  private static var favoriteStory: Command {
    Command(
      "favourite",
      summary: "Add a story to favourites, or remove it.",
      examples: [
        Example("cairn story favourite \"Emma\"", "add to favourites"),
        Example("cairn story favourite \"Emma\" --off", "remove from favourites"),
      ],
      arguments: [.story],
      options: [.flag("off", "Remove it from favourites.")],
      action: { invocation, context in
        let isFavorite = !invocation.flag("off")
        return try await context.editStory(invocation) { id in
          var edit = EditStory(id)
          edit.isFavorite = isFavorite
          return edit
        }
      }
    )
  }

  private static var mergeStories: Command {
    Command(
      "merge",
      summary: "Merge two stories.",
      discussion: """
        Moves the sessions of the second into the first; values of the first \
        win. Sessions that listening apps report later for the second are added to the first. `cairn undo` \
        separates them again.
        """,
      examples: [Example("cairn story merge k3f9ab m41d2e", "merge m41d2e into k3f9ab")],
      arguments: [
        .story,
        .required("other", "The story to merge into it.", completion: .live("stories")),
      ],
      action: { invocation, context in
        try await context.withLog { log in
          let row = try await StoryReference.find(invocation.required("story"), in: log)
          let other = try await StoryReference.find(invocation.required("other"), in: log)
          try await log.write { try MergeStories(row.id, other.id).run(in: $0) }
          return try await context.show(row.id, "Merged", in: log)
        }
      }
    )
  }

  private static var deleteStory: Command {
    Command(
      "delete",
      summary: "Delete a story; its time still counts.",
      discussion: "Its sessions stay in the log and in all totals.",
      examples: [Example("cairn story delete \"Emma\"", "restore it with `cairn story restore`")],
      arguments: [.story],
      action: { invocation, context in
        try await context.withLog { log in
          let row = try await StoryReference.find(invocation.required("story"), in: log)
          try await log.write { try DeleteStory(row.id).run(in: $0) }
          let deleted = try await log.deletedStories().first { $0.id == row.id }
          if context.wantsData {
            context.output.print(deleted?.json.text ?? "null")
          } else {
            context.output.info(
              "Deleted: \(context.summary(row)). Restore it with `cairn undo`."
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
      summary: "Restore a deleted story.",
      examples: [Example("cairn story restore \"Emma\"", "with all its details")],
      arguments: [
        .required("story", StoryReference.help, completion: .live("deleted-stories"))
      ],
      action: { invocation, context in
        try await context.withLog { log in
          let id = try await StoryReference.findDeleted(invocation.required("story"), in: log)
          try await log.write { try RestoreStory(id).run(in: $0) }
          return try await context.show(id, "Restored", in: log)
        }
      }
    )
  }
}

extension CommandContext {
  fileprivate func editStory(
    _ invocation: Invocation,
    _ edit: @escaping @Sendable (Identifier<Story>) throws -> EditStory
  ) async throws -> ExitCode {
    try await withLog { log in
      let row = try await StoryReference.find(invocation.required("story"), in: log)
      let edit = try edit(row.id)
      try await log.write { try edit.run(in: $0) }
      return try await show(row.id, "Edited", in: log)
    }
  }
}
