-- The trade journal: what was imported, the trades, settings of accounts, remembered answers, insights.
-- Money is in millionths of the trade's currency; prices and quantities keep the digits they were written with.

-- Rises with every change of a person's trades: what was worked out from them is known to be old.
CREATE TABLE journal_versions (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  version bigint NOT NULL
);
--> statement-breakpoint
-- `storing` and `removing` imports are under way: none of their trades is seen, whatever stands in the table.
CREATE TABLE journal_imports (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('storing', 'stored', 'removing', 'removed')),
  file_name text NOT NULL,
  platform text NOT NULL,
  layout text NOT NULL,
  currency text NOT NULL,
  imported_at_ms bigint NOT NULL,
  imported integer NOT NULL,
  duplicates integer NOT NULL,
  rejected integer NOT NULL,
  net_micros bigint NOT NULL,
  undone_at_ms bigint,
  -- Until when the process that stores it may be believed to live
  held_until_ms bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX journal_imports_of ON journal_imports (user_id, id);
--> statement-breakpoint
-- One import of a person is stored at a time, over every process
CREATE UNIQUE INDEX journal_imports_storing ON journal_imports (user_id) WHERE state = 'storing';
--> statement-breakpoint
CREATE TABLE journal_trades (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  import_id bigint,
  key text NOT NULL,
  group_id text NOT NULL,
  platform text NOT NULL,
  account text NOT NULL,
  symbol text NOT NULL,
  root text NOT NULL,
  currency text NOT NULL,
  side text NOT NULL CHECK (side IN ('long', 'short')),
  status text NOT NULL CHECK (status IN ('open', 'closed')),
  quantity text NOT NULL,
  -- The entry, or what stands in its place where the file has none: the exit, or the start of the day
  entry_at_ms bigint NOT NULL,
  entry_known boolean NOT NULL,
  exit_at_ms bigint,
  trade_day text,
  entry_price text,
  exit_price text,
  point_value text,
  gross_micros bigint,
  commission_micros bigint,
  fees_micros bigint,
  swap_micros bigint,
  net_micros bigint,
  pnl_source text NOT NULL CHECK (pnl_source IN ('file', 'computed', 'manual')),
  mae_micros bigint,
  mfe_micros bigint,
  planned_stop text,
  strategy text,
  notes text,
  tags jsonb NOT NULL,
  flags jsonb NOT NULL,
  legs jsonb NOT NULL,
  -- The row or rows of the file as they stood
  raw text,
  changed_at_ms bigint NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX journal_trades_key ON journal_trades (user_id, key);
--> statement-breakpoint
CREATE INDEX journal_trades_entry ON journal_trades (user_id, entry_at_ms, id);
--> statement-breakpoint
CREATE INDEX journal_trades_import ON journal_trades (import_id, id) WHERE import_id IS NOT NULL;
--> statement-breakpoint
CREATE TABLE journal_accounts (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  account text NOT NULL,
  zone text,
  currency text NOT NULL,
  start_balance_micros bigint,
  rules jsonb,
  PRIMARY KEY (user_id, account)
);
--> statement-breakpoint
CREATE TABLE journal_mappings (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  layout_key text NOT NULL,
  answers jsonb NOT NULL,
  saved_at_ms bigint NOT NULL,
  PRIMARY KEY (user_id, layout_key)
);
--> statement-breakpoint
-- A finding keeps its row, and what its person did with it, over all generations; `shown` says whether the newest has it.
CREATE TABLE journal_insights (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  key text NOT NULL,
  place integer NOT NULL,
  shown boolean NOT NULL,
  body jsonb NOT NULL,
  first_seen_at_ms bigint NOT NULL,
  read_at_ms bigint,
  implemented_at_ms bigint
);
--> statement-breakpoint
CREATE UNIQUE INDEX journal_insights_key ON journal_insights (user_id, key);
--> statement-breakpoint
CREATE TABLE journal_insight_runs (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  generated_at_ms bigint NOT NULL,
  version bigint NOT NULL,
  trades integer NOT NULL,
  days integer NOT NULL,
  tested integer NOT NULL
);
