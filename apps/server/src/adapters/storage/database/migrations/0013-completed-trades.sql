-- A later export may tell the whole of a trade that an earlier one told in part. The part is kept and gives way: it is not
-- seen while the import that completed it stands, and is seen again as it was when that import is undone.

ALTER TABLE journal_trades
  -- The import that completed it
  ADD COLUMN superseded_by bigint,
  -- Key of the trade of that import that stands for it
  ADD COLUMN heir_key text,
  -- Executions that are paired with each other have one book; null for rows that are round trips already
  ADD COLUMN book text,
  ADD COLUMN fills text;
--> statement-breakpoint
ALTER TABLE journal_imports
  ADD COLUMN completed integer NOT NULL DEFAULT 0,
  -- Exits whose entries no import has told yet
  ADD COLUMN unplaced jsonb NOT NULL DEFAULT '[]',
  -- Imports whose trades or exits it completed: they are undone after it
  ADD COLUMN leans_on jsonb NOT NULL DEFAULT '[]';
--> statement-breakpoint
DROP INDEX journal_trades_key;
--> statement-breakpoint
-- A person sees a key once; what gave way may have the key of what completed it
CREATE UNIQUE INDEX journal_trades_key ON journal_trades (user_id, key, (coalesce(superseded_by, 0)));
--> statement-breakpoint
CREATE INDEX journal_trades_superseded ON journal_trades (superseded_by) WHERE superseded_by IS NOT NULL;
--> statement-breakpoint
CREATE INDEX journal_trades_book ON journal_trades (user_id, book, entry_at_ms) WHERE book IS NOT NULL;
--> statement-breakpoint
CREATE INDEX journal_trades_open ON journal_trades (user_id, entry_at_ms, id) WHERE status = 'open';
