"""Runs the queries of docs/examples/tables with each engine and compares the answers with the command's own.

Called by `run`, in a folder that holds an archive and its `tables`.
"""

import json
import subprocess
import sys
from pathlib import Path

PROGRAM, EXAMPLES = sys.argv[1], Path(sys.argv[2])
TABLES = "tables"
sys.path.insert(0, str(EXAMPLES))

import with_duckdb  # noqa: E402
import with_pandas  # noqa: E402
import with_spark  # noqa: E402


def tsoro(*arguments):
    return subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, text=True).stdout


def objects(*arguments):
    return [json.loads(line) for line in tsoro(*arguments, "--json").splitlines()]


def plain(rows):
    """Rows as lists of texts and whole numbers, whatever kind of number an engine has for them."""
    return [[cell if isinstance(cell, str) else int(cell) for cell in row] for row in rows]


def answers(query, in_pandas):
    file = EXAMPLES / f"{query}.sql"
    return {
        "DuckDB": plain(with_duckdb.answer(TABLES, file)),
        "Spark": plain(with_spark.answer(TABLES, file)),
        "pandas": plain(in_pandas(TABLES).itertuples(index=False)),
    }


def first_mover():
    groups = [group for group in objects("stats") if group["by"] == "rules"]
    sums = ["games", "first", "second", "drawn", "plies", "laps", "captures", "stops", "relays"]
    rows = [[*group["group"].rsplit(" ", 1), *(group[key] for key in sums)] for group in groups]
    return sorted([rules, int(columns), *counts] for rules, columns, *counts in rows)


def head_stops():
    """Which records: what else the engines say of a stop, the command does not list."""
    return sorted(hit["record"] for hit in objects("find", "--all", "--event", "head-stop=6"))


def met(position):
    """In how many games a position is met behind the fourth ply."""
    hits = objects("find", "--all", "--position", position)
    return len(hits), [hit["ply"] for hit in hits]


def same(what, engine, found, expected):
    if found != expected:
        sys.exit(f"tables: {what}: {engine} says\n{found}\nand the command\n{expected}")
    if not expected:
        sys.exit(f"tables: {what}: there is nothing to compare")


for engine, rows in answers("first-mover", with_pandas.first_mover).items():
    same("first-mover", engine, rows, first_mover())

stops = answers("head-stops", with_pandas.head_stops)
for engine, rows in stops.items():
    same("head-stops", engine, sorted({row[0] for row in rows}), head_stops())
    same("head-stops", engine, rows, stops["DuckDB"])

positions = answers("positions", with_pandas.positions)
for engine, rows in positions.items():
    same("positions", engine, rows, positions["DuckDB"])
for position, games in positions["DuckDB"]:
    found, plies = met(position)
    if min(plies) <= 4:
        sys.exit(f"tables: {position} is met before the fifth ply; the answers cannot be compared")
    same("positions", position, games, found)


def taken_back(table, count):
    """What an engine wrote comes into a new archive, which is sound."""
    archive = f"{table}.tsoro-archive"
    tsoro("archive", "init", "--archive", archive)
    told = tsoro("archive", "import", table, "--archive", archive)
    same("import", table, told.split(" (")[0], f"{count} records read: {count} added")
    tsoro("archive", "verify", "--archive", archive)


chosen = "rules = 'nsolo' OR columns = 6"
db = with_duckdb.duckdb.connect()
count = db.execute(f"SELECT count(*) FROM '{TABLES}/games.parquet' WHERE {chosen}").fetchone()[0]
db.execute(f"COPY (FROM '{TABLES}/games.parquet' WHERE {chosen}) TO 'duckdb.parquet'")
with_spark.spark.read.parquet(f"{TABLES}/games.parquet").where(chosen).write.parquet("spark.parquet")
games = with_pandas.pandas.read_parquet(f"{TABLES}/games.parquet")
games.query("rules == 'nsolo' or columns == 6").to_parquet("pandas.parquet")
for engine in ["duckdb", "spark", "pandas"]:
    taken_back(f"{engine}.parquet", count)

print(f"tables: DuckDB, pandas and Spark say what the command says; {count} records came back from each")
