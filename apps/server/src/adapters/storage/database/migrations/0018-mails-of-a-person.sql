-- How many mails of alerts a person got of late is asked for every batch of alerts: not out of the whole table.
CREATE INDEX mail_outbox_person ON mail_outbox (user_id, template, created_at_ms);
