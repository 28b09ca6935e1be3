-- What a headline means for the prices of a group of products, by each scorer
CREATE TABLE news_scores (
  headline_id text NOT NULL REFERENCES news_headlines (id) ON DELETE CASCADE,
  product_group text NOT NULL,
  scorer text NOT NULL,
  score double precision NOT NULL,
  words jsonb NOT NULL,
  PRIMARY KEY (headline_id, product_group, scorer)
);
--> statement-breakpoint
-- How the price of the group's leading product moved after a headline was read; null where nothing is known
CREATE TABLE news_moves (
  headline_id text NOT NULL REFERENCES news_headlines (id) ON DELETE CASCADE,
  product_group text NOT NULL,
  source text NOT NULL,
  minutes integer NOT NULL,
  ticks integer,
  PRIMARY KEY (headline_id, product_group, source, minutes)
);
--> statement-breakpoint
-- Whether a rule may fire in the window around a release
ALTER TABLE alert_rules ADD COLUMN news_window text NOT NULL DEFAULT 'any';
