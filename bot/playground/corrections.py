"""Corrections of simcord's scripts before the page gets them.

Each correction quotes the text of simcord it replaces, so that another version is refused rather than half corrected.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Change = tuple[str, str]

#: A command can be entered by keyboard alone, and its lists are filled before anything is typed.
_COMMANDS: tuple[Change, ...] = (
    (
        # Autocompleted options are requested as soon as their field is focused.
        """const choices = autocompleteResults.get(autocompleteKey(currentDraft(), option.name, current)) || [];
            renderPopup(field, `OPTIONS MATCHING ${current.toUpperCase()}`, choices,""",
        """const choices = autocompleteResults.get(autocompleteKey(currentDraft(), option.name, current)) || [];
            queryAutocomplete(option, current);
            renderPopup(field, current ? `OPTIONS MATCHING ${current.toUpperCase()}` : "OPTIONS", choices,""",
    ),
    (
        "renderPopup(input, `OPTIONS MATCHING ${input.value.toUpperCase()}`,",
        'renderPopup(input, input.value ? `OPTIONS MATCHING ${input.value.toUpperCase()}` : "OPTIONS",',
    ),
    (
        'autocomplete.state === "failed" ? "Loading options failed" : "No options match"',
        '({ failed: "Loading options failed", loading: "…" })[autocomplete.state] || "No options match"',
    ),
    # After a choice the command has the focus, and Enter sends it.
    ("renderCompose({ focus: Boolean(next) });", "renderCompose({ focus: true });"),
    (
        "const target = focus && focusedOption ? fieldFor(focusedOption) : restore ?",
        "const target = focus ? focusedOption && fieldFor(focusedOption) : restore ?",
    ),
    # A command sent during a pending autocompletion waits for the answer.
    ("  function validateAndRun() {\n", "  let waits = false;\n  function validateAndRun() {\n    waits = false;\n"),
    (
        """      draftId: currentDraft().id, draftVersion: currentDraft().version,
    });
  }
  /** @param {KeyboardEvent} event */
  function handleKey(event) {
""",
        """      draftId: currentDraft().id, draftVersion: currentDraft().version,
    });
    waits = pendingKind !== "run_command";
  }
  /** @param {KeyboardEvent} event */
  function handleKey(event) {
    waits = false;
""",
    ),
    (
        "  function receiveSnapshot(snapshot) {\n",
        "  function receiveSnapshot(snapshot) {\n    if (waits) validateAndRun();\n",
    ),
    (
        """      mode = "composing";
      renderCompose();
    }
  }
  function clear() {
""",
        """      mode = "composing";
      renderCompose();
    }
    if (waits) validateAndRun();
  }
  function clear() {
    waits = false;
""",
    ),
    # Leaving a command empties the field.
    ("    input.value = invocation;\n", '    input.value = "";\n'),
    # No additional option is preselected: Enter sends the command.
    ("if (listItems.length) suggestionListbox", "if (listItems.length && !optional) suggestionListbox"),
)

#: The picture of an edited message stays until the new one is loaded; its alt text is its description.
_MEDIA: tuple[Change, ...] = (
    ("group = options.lightboxGroup) {", "group = options.lightboxGroup, shown = undefined) {"),
    ('const image = node("img", className);', 'const image = shown?.shift() || node("img", className);'),
    ('  trigger.setAttribute("aria-label", `Open ${label || "image"} in image preview`);\n', ""),
    (
        "    image.src = url;\n",
        """    if (image.src && image.src !== url) {
      const next = new Image();
      next.src = url;
      await next.decode();
      if (!current(options, trigger)) return;
    }
    if (image.src !== url) image.src = url;
""",
    ),
)
_MESSAGES: tuple[Change, ...] = (
    (
        "  root.replaceChildren();\n  root.setAttribute(",
        """  options.shown = [...root.querySelectorAll("img.attachment-image")];
  root.replaceChildren();
  root.setAttribute(""",
    ),
    # What Discord lists under Apps in the menu of a message, of which private ones have none.
    (
        "  if (options.channelLayout) {\n",
        """  if (options.channelLayout && !message.ephemeral && !message.system) {
    const apps = node("button", "apps-open", "⋯");
    apps.type = "button";
    apps.setAttribute("aria-label", `Apps, on the message of ${message.author?.name}`);
    root.append(apps);
  }
  if (options.channelLayout) {
""",
    ),
    # Only attachments are kept: an avatar never becomes a board.
    (
        'renderMedia(attachment, "attachment-image", options, filename, imageGroup)',
        'renderMedia(attachment, "attachment-image", options, filename, imageGroup, options.shown)',
    ),
)

#: Replacements by the path of a script.
CORRECTIONS: Mapping[str, tuple[Change, ...]] = {
    "/commands.js": _COMMANDS,
    "/media.js": _MEDIA,
    "/messages.js": _MESSAGES,
}


def replaced(text: str, changes: Iterable[Change]) -> str:
    """A text with each of the old strings replaced, once. Raises `ValueError` if one is missing."""
    for old, new in changes:
        if old not in text:
            raise ValueError(f"simcord's page has changed: {old!r} is not in it")
        text = text.replace(old, new, 1)
    return text
