// WorkspaceStore
