#!/usr/bin/env python3
"""The main job's second file, and what its dump and its updates must be, computed without the store.

  main_job.py second FIRST SECOND SECTION       writes SECOND: of FIRST one record in fifty changed, ten gone, ten new
  main_job.py same FILE DUMP                    DUMP holds every record of FILE, equal, and no other
  main_job.py updates FIRST SECOND SECTION OUT  OUT (lines that package-watch printed) is what the files imply
"""
import bisect
import json
import random
import sys

LIMIT = 20


def read(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def window(records, row_ids, section):
    """Names of the first LIMIT records of a section, by installedSize descending, ties by row id descending."""
    rows = [r for r in records.values() if r["section"] == section]
    rows.sort(key=lambda r: (r["installedSize"], row_ids[r["name"]]), reverse=True)
    return [r["name"] for r in rows[:LIMIT]]


def second(first, path, section):
    """Changes, removals and additions that reach the watched window in every way: edits, ties, departures, entries."""
    rng = random.Random(20261130)
    records = read(first)
    ids = {r["name"]: number for number, r in enumerate(records)}
    top = window({r["name"]: r for r in records}, ids, section)
    changed = set()
    for start in range(0, len(records), 50):
        block = records[start : start + 50]
        watched = [r for r in block if r["name"] in top]
        inside = [r for r in block if r["section"] == section]
        changed.add(rng.choice(watched or inside or block)["name"])
    outside_change = [name for name in top if name not in changed]
    gone = set(rng.sample(outside_change, 3))
    gone |= set(rng.sample([r["name"] for r in records if r["name"] not in changed | gone | set(top)], 10 - len(gone)))
    sizes = sorted(r["installedSize"] for r in records if r["name"] in top)
    out = []
    for number, record in enumerate(records):
        if record["name"] in gone:
            continue
        if record["name"] in changed:
            record = dict(record)
            kind = number % 4
            if kind == 0:
                record["summary"] += " (revised)"
            elif kind == 1:
                record["installedSize"] = rng.choice(sizes)  # ties within the window
            elif kind == 2:
                record["version"] += "+b1"
                record["installedSize"] = sizes[-1] + number
            else:
                record["depends"] = record["depends"][:1] + ["libc6 (>= 2.36)"]
                record["section"] = section if record["section"] != section else "misc"
        out.append(record)
    for number in range(10):
        out.append({
            "name": f"zz-new-{number}", "version": "1.0-1", "section": section if number < 5 else "net",
            "priority": "optional", "architecture": "all", "installedSize": sizes[number % len(sizes)],
            "size": 2 ** 53 + 1 + number, "essential": False, "summary": f"New “package” № {number}\twith a tab",
            "depends": [], "sha256": f"{number:064x}"})
    rng.shuffle(out)
    with open(path, "w", encoding="utf-8") as lines:
        for number, record in enumerate(out):
            lines.write(json.dumps(record, ensure_ascii=number % 2 == 0) + "\n")


def same(path, dump):
    expected = {r["name"]: r for r in read(path)}
    found = read(dump)
    assert len(found) == len(expected), f"{len(found)} records dumped, {len(expected)} loaded"
    for record in found:
        assert record == expected[record["name"]], f"{record['name']} came back different: {record}"
    print(f"{len(found)} records came back equal")


def rising(positions):
    """Length of the longest rising subsequence."""
    tails = []
    for position in positions:
        at = bisect.bisect_left(tails, position)
        tails[at : at + 1] = [position]
    return len(tails)


def check_changes(changes, old, new, edited):
    kept = [name for name in new if name in old]
    assert changes["deletes"] == [i for i, name in enumerate(old) if name not in new], changes["deletes"]
    assert changes["inserts"] == [i for i, name in enumerate(new) if name not in old], changes["inserts"]
    updates = [[old.index(name), new.index(name)] for name in kept if name in edited]
    assert sorted(changes["updates"]) == sorted(updates), (changes["updates"], updates)
    fewest = len(kept) - rising([old.index(name) for name in kept])
    assert len(changes["moves"]) == fewest, f"{len(changes['moves'])} moves, {fewest} are needed"
    assert all(old[a] == new[b] for a, b in changes["moves"]), changes["moves"]
    moved_from = {a for a, _ in changes["moves"]}
    rest = [name for i, name in enumerate(old) if i not in moved_from and name in new]
    for b, name in sorted([(b, old[a]) for a, b in changes["moves"]] + [(b, new[b]) for b in changes["inserts"]]):
        rest.insert(b, name)
    assert rest == new, "the changes do not lead from the old list to the new one"


def updates(first, second_path, section, out):
    before = {r["name"]: r for r in read(first)}
    order = [r["name"] for r in read(first)]
    after = {r["name"]: r for r in read(second_path)}
    row_ids = {name: number for number, name in enumerate(order)}
    for record in read(second_path):
        row_ids.setdefault(record["name"], len(row_ids))
    old, new = window(before, row_ids, section), window(after, row_ids, section)
    edited = {name for name in before.keys() & after.keys() if before[name] != after[name]}
    lines = read(out)
    assert len(lines) == 2, f"{len(lines)} updates, two were expected"
    assert lines[0]["snapshot"] == old, "the initial list is not the one that the first file implies"
    assert lines[0]["changes"] == {"deletes": [], "inserts": list(range(len(old))), "moves": [], "updates": []}
    assert lines[1]["snapshot"] == new, "the second list is not the one that the second file implies"
    check_changes(lines[1]["changes"], old, new, edited)
    assert lines[1]["sizes"] == [after[name]["installedSize"] for name in new]
    counts = ", ".join(f"{len(values)} {kind}" for kind, values in lines[1]["changes"].items())
    print(f"the update is exact: {counts}")


if __name__ == "__main__":
    {"second": second, "same": same, "updates": updates}[sys.argv[1]](*sys.argv[2:])
