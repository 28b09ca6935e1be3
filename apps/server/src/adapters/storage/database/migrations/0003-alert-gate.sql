-- What an alert tells of, so that the plan of the moment decides who may read it, not the plan of the day it was made.
ALTER TABLE alerts ADD COLUMN event_type text;
--> statement-breakpoint
ALTER TABLE alerts ADD COLUMN event_at_ms bigint;
--> statement-breakpoint
UPDATE alerts SET event_type = flow_events.type, event_at_ms = flow_events.detected_ms
FROM flow_events WHERE flow_events.id = alerts.event_id;
