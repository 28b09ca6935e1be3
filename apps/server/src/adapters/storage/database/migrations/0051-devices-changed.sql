-- Another device of a user is no change of the user: what processes know of their plan stays known, and only the devices are counted again. A
-- process of an earlier version leaves the topic out and counts them when one connects to it.
CREATE OR REPLACE FUNCTION note_device() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  about text := (SELECT user_id FROM sessions WHERE id_hash = NEW.session_id);
BEGIN
  PERFORM pg_advisory_xact_lock(7305240);
  IF EXISTS (SELECT FROM live_devices d JOIN sessions s ON s.id_hash = d.session_id
    WHERE s.user_id = about AND d.process_id <> NEW.process_id) THEN
    PERFORM note_change('devicesChanged', about, NULL);
  END IF;
  RETURN NULL;
END
$$;
