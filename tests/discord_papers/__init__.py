"""Discord's published papers as a judge of what the bot sends: its OpenAPI document, and what its documentation adds.

`document` finds the operation of a request and holds its path, query and body against the schema; `differences` lists
where document and documentation contradict each other; `rules`, `component_rules` and `command_rules` have what the
document leaves out. `judge` looks at every request and gateway payload of a test and remembers what it needs to know of
the messages and interactions before; `record` keeps what judges have seen. `listening` is where they hear the simulated
Discords, `simcord_rules` what simcord refuses besides, `plugin` what makes a test fail. `refused` and `taken` have
examples of all of it.
"""
