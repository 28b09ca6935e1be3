-- Alerts of one event are listed as one.
CREATE INDEX alerts_of_event ON alerts (user_id, event_id) WHERE event_id IS NOT NULL;
