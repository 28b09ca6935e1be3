-- Which version of the generator made a person's insights: those of an older one are worked out again.
ALTER TABLE journal_insight_runs ADD COLUMN generator integer NOT NULL DEFAULT 1;
--> statement-breakpoint
ALTER TABLE journal_insight_runs ALTER COLUMN generator DROP DEFAULT;
