"""The workflow of a release, as far as it can be looked at where there is neither a runner nor a container engine."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
RELEASE: dict[Any, Any] = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))
JOBS: dict[str, Any] = RELEASE["jobs"]


def step(job: str, action: str) -> dict[str, Any]:
    """The first step that uses an action."""
    return next(each for each in JOBS[job]["steps"] if each.get("uses", "").startswith(f"{action}@"))


def run(job: str, name: str, at: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Do what a step runs."""
    [script] = [each["run"] for each in JOBS[job]["steps"] if each.get("name") == name]
    return subprocess.run(["bash", "-e", "-c", script], cwd=at, env={"PATH": "/usr/bin:/bin", **env}, text=True)


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_every_action_is_named_by_its_commit(workflow: Path) -> None:
    used = re.findall(r"uses: (.+)", workflow.read_text(encoding="utf-8"))
    assert used
    for action in used:
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\./\.github/workflows/ci\.yml", action), action


def test_only_a_tag_makes_a_release_and_only_what_is_tested() -> None:
    assert RELEASE[True] == {"push": {"tags": ["v[0-9]+.[0-9]+.[0-9]+"]}}, "YAML reads `on` as a truth"
    assert JOBS["test"]["uses"] == "./.github/workflows/ci.yml"
    called = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))
    assert "workflow_call" in called[True]
    assert {name: job.get("needs") for name, job in JOBS.items()} == {
        "test": None,
        "wheel": "test",
        "image": "test",
        "release": ["wheel", "image"],
    }


def test_a_job_may_do_what_it_needs_and_only_the_last_one_writes() -> None:
    assert RELEASE["permissions"] == {}
    assert [name for name, job in JOBS.items() if job["permissions"].get("contents") == "write"] == ["release"]
    assert all(job["timeout-minutes"] for job in JOBS.values() if "steps" in job)


def test_the_image_is_for_both_platforms_with_its_version_its_bill_and_its_provenance() -> None:
    built = step("image", "docker/build-push-action")["with"]
    assert built["platforms"] == "linux/amd64,linux/arm64"
    assert built["sbom"] is True and built["provenance"] == "mode=max"
    given = {line.partition("=")[0] for line in built["build-args"].splitlines()}
    asked = re.findall(r"^ARG (\w+)=", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert given == {*asked} - {"BASE"}
    assert built["labels"] == "${{ steps.about.outputs.labels }}"
    licence = re.search(r'^license = "(.+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert licence and f"licenses={licence[1]}\n" in step("image", "docker/metadata-action")["with"]["labels"]


def test_nothing_goes_to_a_registry_that_the_repository_has_not_named() -> None:
    said = str(JOBS)
    assert "twine" not in said and "gh-action" not in said
    assert step("image", "docker/metadata-action")["with"]["images"] == "${{ vars.IMAGE || 'chouette' }}"
    assert step("image", "docker/login-action")["if"] == "vars.IMAGE"


@pytest.mark.parametrize(("tag", "found"), [("v1.0.0", True), ("v1.0", False), ("v99.0.0", False)])
def test_the_notes_are_what_the_changelog_says_of_the_version(tag: str, found: bool, tmp_path: Path) -> None:
    shutil.copy(ROOT / "CHANGELOG.md", tmp_path)
    done = run("wheel", "What the changelog says of this version", tmp_path, GITHUB_REF_NAME=tag)
    assert (done.returncode == 0) is found
    if found:
        notes = (tmp_path / "notes" / "notes.md").read_text(encoding="utf-8")
        assert 0 < len(notes.splitlines()) < 60 and "\n## " not in notes


def test_the_host_of_the_registry_is_what_the_name_begins_with(tmp_path: Path) -> None:
    done = run("image", "The host of the registry", tmp_path, IMAGE="host.example/club/chouette", GITHUB_OUTPUT="said")
    assert done.returncode == 0 and (tmp_path / "said").read_text() == "host=host.example\n"
