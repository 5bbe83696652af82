"""How the modules of the bot import one another, those imports too that only a type checker follows."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = grimp.build_graph("bot", exclude_type_checking_imports=False, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert "bot.core.actions" in imports["bot.core.intent"], "the graph has been read"
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))
