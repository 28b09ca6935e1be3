-- What several server processes need of one database. A later migration that changes rows of a table named below and then alters that
-- table says SET CONSTRAINTS ALL IMMEDIATE in between: the triggers wait for the commit.
--
-- The newest owner that wrote, of each name: an instrument, for example
CREATE TABLE fences (
  name text PRIMARY KEY,
  epoch bigint NOT NULL,
  revision bigint NOT NULL
);
--> statement-breakpoint
-- What changed in the last hour, so that a process forgets what it remembers of it
CREATE TABLE changes (
  -- In the order of the commits
  number bigserial PRIMARY KEY,
  topic text NOT NULL,
  -- Key of the account that it is about; it means nothing once the account is gone
  subject text,
  session_ids text[],
  -- By the clock of the database
  at_ms bigint NOT NULL
);
--> statement-breakpoint
-- Called by triggers that wait for the commit, so that the lock is held for no longer than the commit itself, whatever its client does:
-- who sees a number sees every lower one. A lock taken at the change would be held by a suspended client, and be waited for by one that
-- holds what its holder wants next; numbers without a lock become visible out of order, and readers that leave out what is newer than
-- the oldest transaction under way would see nothing for as long as an import takes.
CREATE FUNCTION note_change(changed text, about text, ended text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  entry text := concat_ws(' ', '|', changed, about, ended, '|');
  noted text := coalesce(current_setting('undertow.noted_changes', true), '');
BEGIN
  IF strpos(noted, entry) > 0 THEN RETURN; END IF;
  -- What is noted already, until the transaction ends; of very many the later ones are noted again
  IF length(noted) < 10000 THEN PERFORM set_config('undertow.noted_changes', noted || entry, true); END IF;
  PERFORM pg_advisory_xact_lock(7305240);
  INSERT INTO changes (topic, subject, session_ids, at_ms) VALUES (changed, about,
    CASE WHEN ended IS NOT NULL THEN ARRAY[ended] END, (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
END
$$;
--> statement-breakpoint
CREATE FUNCTION note_account_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_change('userChanged', CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END, NULL);
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Of a table with a column `user_id`; the topic is the argument
CREATE FUNCTION note_change_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_change(TG_ARGV[0], CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END, NULL);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION note_control_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_change('controlsChanged', NULL, NULL);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION note_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_change('sessionEnded', NULL, OLD.id_hash);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION note_view_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_change('viewChanged', NULL, NEW.session_hash);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER users_note_change AFTER UPDATE ON users DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION note_account_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER users_note_end AFTER DELETE ON users DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION note_account_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER tier_overrides_note_change AFTER INSERT OR UPDATE OR DELETE ON tier_overrides
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_change_of_user('userChanged');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER subscriptions_note_change AFTER INSERT OR DELETE ON subscriptions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_change_of_user('userChanged');
--> statement-breakpoint
-- Most readings of the provider find what is known
CREATE CONSTRAINT TRIGGER subscriptions_note_update AFTER UPDATE ON subscriptions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.user_id, OLD.status, OLD.tier, OLD.body, OLD.past_due_since_ms, OLD.duplicate) IS DISTINCT FROM
    (NEW.user_id, NEW.status, NEW.tier, NEW.body, NEW.past_due_since_ms, NEW.duplicate))
  EXECUTE FUNCTION note_change_of_user('userChanged');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER user_instruments_note_change AFTER INSERT OR UPDATE OR DELETE ON user_instruments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_change_of_user('userChanged');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER watchlist_note_change AFTER INSERT OR UPDATE OR DELETE ON watchlist
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_change_of_user('userChanged');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER preferences_note_change AFTER INSERT OR UPDATE OR DELETE ON preferences
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_change_of_user('userChanged');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER alert_rules_note_change AFTER INSERT OR UPDATE OR DELETE ON alert_rules
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_change_of_user('alertRulesChanged');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER control_switches_note_change AFTER INSERT OR UPDATE OR DELETE ON control_switches
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_control_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER site_notice_note_change AFTER INSERT OR UPDATE OR DELETE ON site_notice
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_control_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER licence_terms_note_change AFTER INSERT OR UPDATE OR DELETE ON licence_terms
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_control_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER sessions_note_end AFTER DELETE ON sessions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_session_end();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER admin_views_note_begin AFTER INSERT ON admin_views
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_view_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER admin_views_note_end AFTER UPDATE ON admin_views DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.ended_at_ms IS DISTINCT FROM NEW.ended_at_ms) EXECUTE FUNCTION note_view_change();
--> statement-breakpoint
-- Which sessions have sockets, and where: a session is a device, and the one that connected last counts as the newest
CREATE SEQUENCE live_connections;
--> statement-breakpoint
CREATE TABLE live_devices (
  session_id text NOT NULL REFERENCES sessions (id_hash) ON DELETE CASCADE,
  process_id text NOT NULL,
  -- In the order of the connections
  connection bigint NOT NULL,
  PRIMARY KEY (session_id, process_id)
);
--> statement-breakpoint
CREATE INDEX live_devices_process ON live_devices (process_id);
--> statement-breakpoint
CREATE TABLE live_processes (
  process_id text PRIMARY KEY,
  -- By the clock of the database
  seen_at_ms bigint NOT NULL
);
--> statement-breakpoint
-- Where devices of one user are at several processes, each looks again whom the plan allows. The lock comes first: of two that connect
-- at once the later one sees the other
CREATE FUNCTION note_device() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  about text := (SELECT user_id FROM sessions WHERE id_hash = NEW.session_id);
BEGIN
  PERFORM pg_advisory_xact_lock(7305240);
  IF EXISTS (SELECT FROM live_devices d JOIN sessions s ON s.id_hash = d.session_id
    WHERE s.user_id = about AND d.process_id <> NEW.process_id) THEN
    PERFORM note_change('userChanged', about, NULL);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER live_devices_note AFTER INSERT OR UPDATE ON live_devices
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_device();
