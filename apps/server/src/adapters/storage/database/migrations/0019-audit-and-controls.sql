-- The audit log becomes one hash chain. What a row tells (before, after, reason) stands aside under a salt, so that it can be
-- erased with its person while the chain stays whole: the chain holds its digest only.
CREATE TEMP TABLE audit_before ON COMMIT DROP AS
  SELECT id, at_ms, actor, subject, details, request_id, CASE action
    WHEN 'grant_tier' THEN 'tier.granted'
    WHEN 'withdraw_tier' THEN 'tier.withdrawn'
    WHEN 'bootstrap_admin' THEN 'role.bootstrapped'
    WHEN 'register' THEN 'registration.made'
    WHEN 'change_registration' THEN 'registration.changed'
    ELSE action END AS action
  FROM audit_log;
--> statement-breakpoint
DROP TABLE audit_log;
--> statement-breakpoint
CREATE TABLE audit_log (
  -- From 1, without a gap
  number bigint PRIMARY KEY,
  at_ms bigint NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  request_id text,
  values_digest text NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL
);
--> statement-breakpoint
CREATE INDEX audit_log_subject ON audit_log (subject, number);
--> statement-breakpoint
CREATE INDEX audit_log_actor ON audit_log (actor, number);
--> statement-breakpoint
CREATE INDEX audit_log_action ON audit_log (action text_pattern_ops, number);
--> statement-breakpoint
CREATE INDEX audit_log_time ON audit_log (at_ms);
--> statement-breakpoint
CREATE TABLE audit_values (
  number bigint PRIMARY KEY,
  -- The subject of the row again: the values about a person go with him
  user_id text NOT NULL,
  salt text NOT NULL,
  -- JSON as it was digested, byte for byte
  details text NOT NULL
);
--> statement-breakpoint
CREATE INDEX audit_values_user ON audit_values (user_id);
--> statement-breakpoint
-- The end of the chain: its row lock puts appends of all processes in one order
CREATE TABLE audit_head (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  count bigint NOT NULL,
  hash text NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION audit_digest(salt text, details text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(salt || details, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
-- Every part with its length in bytes before it, so that no two rows are written the same way; a null is a dash
CREATE FUNCTION audit_hash(parts text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(string_agg(
    CASE WHEN part IS NULL THEN '-' ELSE octet_length(part) || ':' || part END, '' ORDER BY place), 'UTF8')), 'hex')
  FROM unnest(parts) WITH ORDINALITY AS listed (part, place)
$$;
--> statement-breakpoint
CREATE FUNCTION append_audit(
  new_at_ms bigint, new_actor text, new_action text, new_subject text, new_request_id text, new_details text
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  head audit_head%ROWTYPE;
  salt text := gen_random_uuid();
  digest text := audit_digest(salt, new_details);
  new_hash text;
BEGIN
  SELECT * INTO STRICT head FROM audit_head FOR UPDATE;
  new_hash := audit_hash(ARRAY[(head.count + 1)::text, new_at_ms::text, new_actor, new_action, new_subject,
    new_request_id, digest, head.hash]);
  INSERT INTO audit_log (number, at_ms, actor, action, subject, request_id, values_digest, previous_hash, hash)
    VALUES (head.count + 1, new_at_ms, new_actor, new_action, new_subject, new_request_id, digest, head.hash, new_hash);
  INSERT INTO audit_values (number, user_id, salt, details) VALUES (head.count + 1, new_subject, salt, new_details);
  UPDATE audit_head SET count = head.count + 1, hash = new_hash;
  RETURN head.count + 1;
END
$$;
--> statement-breakpoint
-- What was written before the chain, in its order
DO $$
DECLARE
  old record;
  position bigint := 0;
  last text := repeat('0', 64);
  salt text;
  digest text;
  linked text;
BEGIN
  FOR old IN SELECT * FROM audit_before ORDER BY id LOOP
    position := position + 1;
    salt := gen_random_uuid();
    digest := audit_digest(salt, old.details::text);
    linked := audit_hash(ARRAY[position::text, old.at_ms::text, old.actor, old.action, old.subject, old.request_id,
      digest, last]);
    INSERT INTO audit_log VALUES (position, old.at_ms, old.actor, old.action, old.subject, old.request_id, digest,
      last, linked);
    INSERT INTO audit_values VALUES (position, old.subject, salt, old.details::text);
    last := linked;
  END LOOP;
  INSERT INTO audit_head (count, hash) VALUES (position, last);
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_values_fixed BEFORE UPDATE OR TRUNCATE ON audit_values
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE FUNCTION refuse_audit_values_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM audit_log WHERE subject = OLD.user_id AND action = 'erasure.done') THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'values of audit_log go with an erased person only';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_values_go_with_their_person BEFORE DELETE ON audit_values
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_values_removal();
--> statement-breakpoint
-- Switches as they stand; their history is in the audit log. Without a row a switch was never touched
CREATE TABLE control_switches (
  kind text NOT NULL,
  key text NOT NULL,
  off boolean NOT NULL,
  changed_at_ms bigint NOT NULL,
  changed_by text NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (kind, key)
);
--> statement-breakpoint
-- One row: the notice on every page; without a text there is none
CREATE TABLE site_notice (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  notice_id text NOT NULL DEFAULT '',
  level text NOT NULL DEFAULT 'info',
  text text,
  until_ms bigint
);
--> statement-breakpoint
INSERT INTO site_notice DEFAULT VALUES;
