-- The live track record: what was raised, how it came out and what is usual, in hash chains that only grow.
CREATE TABLE track_record (
  chain text NOT NULL,
  position bigint NOT NULL,
  kind text NOT NULL,
  signal_id text NOT NULL,
  source text NOT NULL,
  instrument_id integer NOT NULL,
  at_ms bigint NOT NULL,
  body text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (chain, position),
  UNIQUE (chain, kind, signal_id)
);
--> statement-breakpoint
CREATE INDEX track_record_time ON track_record (source, instrument_id, at_ms);
--> statement-breakpoint
CREATE FUNCTION refuse_track_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'track_record is append-only';
END
$$;
--> statement-breakpoint
CREATE TRIGGER track_record_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON track_record
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_track_change();
