-- What is due of a webhook, in its order: after an outage of its receiver thousands wait, of which a claim takes a few. Every time is above
-- zero; that it is part of the index keeps the planner from it where a subject is searched, which has the index of its own
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_ms, number) WHERE state = 'waiting' AND next_attempt_ms > 0;
--> statement-breakpoint
-- What is on its way
CREATE INDEX webhook_deliveries_held ON webhook_deliveries (held_until_ms) WHERE state = 'waiting' AND held_until_ms IS NOT NULL;
