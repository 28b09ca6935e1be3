-- Customers, subscriptions as the payment provider tells them, its events, invoices, used trials and work to be retried.
CREATE TABLE billing_customers (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  customer_id text NOT NULL UNIQUE,
  created_at_ms bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE subscriptions (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  customer_id text NOT NULL,
  status text NOT NULL,
  tier text NOT NULL CHECK (tier IN ('basic', 'pro', 'elite')),
  -- Everything that the provider said when the subscription was last read
  body jsonb NOT NULL,
  created_at_ms bigint NOT NULL,
  past_due_since_ms bigint,
  -- When it first gave a tier
  began_at_ms bigint,
  -- Since when a charge of it is disputed
  disputed_at_ms bigint,
  -- The provider has another one of this person that goes on and counts before this one: alarmed
  duplicate boolean NOT NULL DEFAULT false,
  -- Order in which the provider was asked: an answer to an earlier question never replaces that to a later one
  read_ticket bigint NOT NULL,
  read_at_ms bigint NOT NULL
);
--> statement-breakpoint
-- At most one subscription of a person goes on
CREATE UNIQUE INDEX subscriptions_one_current ON subscriptions (user_id)
  WHERE status IN ('incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused') AND NOT duplicate;
--> statement-breakpoint
CREATE INDEX subscriptions_user ON subscriptions (user_id, created_at_ms DESC);
--> statement-breakpoint
CREATE INDEX subscriptions_customer ON subscriptions (customer_id);
--> statement-breakpoint
CREATE SEQUENCE subscription_tickets;
--> statement-breakpoint
CREATE TABLE stripe_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  customer_id text,
  subscription_id text,
  invoice_id text,
  -- The disputed charge, and whether the dispute was lost
  charge_id text,
  dispute_lost boolean,
  created_at_ms bigint NOT NULL,
  received_at_ms bigint NOT NULL,
  applied_at_ms bigint,
  -- Why it had no effect; null for one that was applied
  ignored text,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_ms bigint NOT NULL,
  failure text
);
--> statement-breakpoint
CREATE INDEX stripe_events_waiting ON stripe_events (next_attempt_ms) WHERE applied_at_ms IS NULL;
--> statement-breakpoint
-- How far the provider's list of events was compared with what arrived
CREATE TABLE billing_cursors (
  name text PRIMARY KEY,
  at_ms bigint NOT NULL
);
--> statement-breakpoint
-- Who has used a trial: hashes of the account, the mail address and the card, which outlive the account
CREATE TABLE trial_uses (
  kind text NOT NULL CHECK (kind IN ('account', 'mail', 'card')),
  value_hash text NOT NULL,
  used_at_ms bigint NOT NULL,
  PRIMARY KEY (kind, value_hash)
);
--> statement-breakpoint
-- Kept six years; an erased person's rows keep a random pseudonym in place of the account
CREATE TABLE invoices (
  id text PRIMARY KEY,
  user_id text,
  pseudonym text,
  subscription_id text,
  number text,
  status text NOT NULL,
  description text NOT NULL,
  total_pence bigint NOT NULL,
  vat_pence bigint NOT NULL,
  refunded_pence bigint NOT NULL DEFAULT 0,
  -- What a card paid, when and by which payment: from these a refund is worked out while the provider is away
  paid_pence bigint NOT NULL DEFAULT 0,
  paid_at_ms bigint,
  payment_intent_id text,
  hosted_url text,
  pdf_url text,
  created_at_ms bigint NOT NULL,
  read_ticket bigint NOT NULL,
  CHECK ((user_id IS NULL) <> (pseudonym IS NULL))
);
--> statement-breakpoint
CREATE INDEX invoices_user ON invoices (user_id, created_at_ms DESC);
--> statement-breakpoint
-- What was decided and must still be told to the provider, retried until it took it
CREATE TABLE billing_tasks (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text NOT NULL,
  body jsonb NOT NULL,
  created_at_ms bigint NOT NULL,
  done_at_ms bigint,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_ms bigint NOT NULL,
  failure text
);
--> statement-breakpoint
CREATE INDEX billing_tasks_waiting ON billing_tasks (next_attempt_ms) WHERE done_at_ms IS NULL;
