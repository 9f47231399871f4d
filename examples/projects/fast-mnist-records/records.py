"""Read the table of records, refuse rows that do not fit their seal or digest."""

# --8<-- [start:code]
import ast
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median

HERE = Path(__file__).resolve().parent
RECORDS = HERE / "records.json"
ENTRIES = HERE.parent / "fast-mnist"


def names_of(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [one.id for one in targets if isinstance(one, ast.Name)]
        case ast.ImportFrom(names=names):
            return [one.name for one in names]
    return []


def uses(file: Path, name: str) -> Iterator[tuple[Path, ast.stmt]]:
    """Find what a name of a file means: there, beside it, or in projects/mnist."""
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if name not in names_of(node):
            continue
        if isinstance(node, ast.ImportFrom):
            for folder in (file.parent, HERE.parent / "mnist"):
                other = folder / f"{node.module}.py"
                if other.is_file():
                    yield from uses(other, name)
                    break
        else:
            yield file, node


def code_of(file: Path, function: str) -> list[str]:
    """Return the lines of a function and of all that it uses from these files.

    Empty lines, comments and docstrings are left out.
    """
    waiting, seen, found = [(file, function)], set(), set()
    while waiting:
        if (place := waiting.pop()) in seen:
            continue
        seen.add(place)
        for where, node in uses(*place):
            lines = where.read_text(encoding="utf-8").splitlines()
            numbers = {*range(node.lineno, node.end_lineno + 1)}
            for part in ast.walk(node):
                if isinstance(part, ast.Name):
                    waiting.append((where, part.id))
                if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant):
                    numbers -= {*range(part.lineno, part.end_lineno + 1)}
            stripped = {number: lines[number - 1].strip() for number in numbers}
            found |= {
                (where.name, number, text)
                for number, text in stripped.items()
                if text and not text.startswith("#")
            }
    return [text for _, _, text in sorted(found)]


# --8<-- [end:code]


# --8<-- [start:seal]
def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def seal(row: dict) -> str:
    """Return what changes when a number of the row does."""
    said = {key: value for key, value in row.items() if key != "seal"}
    return digest(json.dumps(said, sort_keys=True))


def read(path: Path = RECORDS, folder: Path = ENTRIES) -> list[dict]:
    """Return the rows; ValueError says which of them no longer holds."""
    rows = json.loads(path.read_text(encoding="utf-8"))
    for row in rows:
        file, _, function = row["entry"].rpartition(":")
        code = code_of(folder / file, function)
        if row["seal"] != seal(row):
            raise ValueError(f"The row of {row['entry']} was edited: verify it again.")
        if row["code"] != digest("\n".join(code)) or row["lines"] != len(code):
            raise ValueError(f"{row['entry']} changed since it was verified.")
        if not len(row["right"]) == len(row["cpu_s"]) == len(row["epoch_s"]) == 3:
            raise ValueError(f"The row of {row['entry']} is not of three seeds.")
    return rows


# --8<-- [end:seal]


# --8<-- [start:table]
def accuracy(row: dict) -> float:
    return mean(row["right"]) / row["of"]


def speed(row: dict) -> float:
    """How many times the guides' loop costs what the entry does."""
    pairs = zip(row["epoch_s"], row["cpu_s"])
    return median(10 * epoch / seconds for epoch, seconds in pairs)


def line(row: dict) -> str:
    shares = sorted(100 * right / row["of"] for right in row["right"])
    return (
        f"{row['entry']:25} {100 * accuracy(row):6.2f} % "
        f"({shares[0]:.2f} to {shares[-1]:.2f}) {median(row['cpu_s']):6.1f} s "
        f"{speed(row):6.1f} {row['lines']:6}"
    )


HEAD = f"{'entry':25} {'accuracy':>8} {'CPU time':>26} {'speed':>6} {'lines':>6}"
# --8<-- [end:table]

# --8<-- [start:records]
if __name__ == "__main__":
    for least in (0.99, 0.98):
        reached = [row for row in read() if accuracy(row) >= least]
        print(f"at least {least:.0%}")
        print(f"  {HEAD}")
        for row in sorted(reached, key=speed, reverse=True):
            print(f"  {line(row)}")
# --8<-- [end:records]
