-- Beside the changes around an event: the book they began with and every row, from which the event can be played again.
ALTER TABLE event_windows ADD COLUMN tape bytea;
--> statement-breakpoint
CREATE INDEX track_record_signal ON track_record (signal_id);
