-- What a server does that owns no table: these functions run as their owner, and do one thing each. All name the schema of the tables
-- that they mean, so that no temporary table is taken for one.
ALTER FUNCTION append_audit(bigint, text, text, text, text, text) SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION append_audit(bigint, text, text, text, text, text) FROM PUBLIC;
--> statement-breakpoint
ALTER FUNCTION refuse_audit_values_removal() SET search_path = pg_catalog, public, pg_temp;
--> statement-breakpoint
-- A sample of 600 rows: imports wait for it. Of somebody else's table ANALYZE is a warning and nothing more
CREATE FUNCTION analyze_journal_trades() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp SET default_statistics_target = 2 AS $$
BEGIN
  ANALYZE journal_trades (user_id, import_id, key, entry_at_ms);
END
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION analyze_journal_trades() FROM PUBLIC;
