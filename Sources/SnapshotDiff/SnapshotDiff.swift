// SnapshotDiff
