-- Layouts of panes that users made: one document each, with the version that the next change is based on.
CREATE TABLE workspace_layouts (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  version integer NOT NULL,
  body jsonb NOT NULL,
  -- The layout whose overwritten version this is; null for one that the user made
  copy_of text,
  created_at_ms bigint NOT NULL,
  saved_at_ms bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX workspace_layouts_user ON workspace_layouts (user_id, created_at_ms, id);
