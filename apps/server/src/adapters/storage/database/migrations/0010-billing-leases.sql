-- Who may change a person's subscription now: one change at a time, over every process.
CREATE TABLE billing_leases (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  holder text NOT NULL,
  until_ms bigint NOT NULL
);
