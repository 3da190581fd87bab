"""What `pipx install .` and `uv tool install .` install."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[2]
PACKAGES = ("engine", "net", "tui")
BUILD = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"


def test_the_wheel_holds_the_whole_program_with_its_languages_and_nothing_else(tmp_path: Path) -> None:
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, tmp_path)
    subprocess.run(
        [sys.executable, "-P", "-c", BUILD, "dist"], cwd=tmp_path, check=True, capture_output=True, timeout=50
    )
    [path] = (tmp_path / "dist").glob("*.whl")
    with ZipFile(path) as wheel:
        held = {name for name in wheel.namelist() if ".dist-info/" not in name}
        scripts = next(wheel.read(name).decode() for name in wheel.namelist() if name.endswith("entry_points.txt"))
    program = [*ROOT.glob("*/**/*.py"), *ROOT.glob("tui/**/*.mo")]
    assert held == {str(p) for p in (path.relative_to(ROOT) for path in program) if p.parts[0] in PACKAGES}
    assert any(name.endswith(".mo") for name in held)
    assert scripts.split() == ["[console_scripts]", "toctoc", "=", "tui.__main__:main"]
