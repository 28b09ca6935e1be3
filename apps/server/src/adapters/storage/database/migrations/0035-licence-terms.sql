-- What each venue licenses, by kind of data: least delay in seconds, plans and channels in arrays. The rows are the terms of
-- before: real time for plans without delay, the rest fifteen minutes late, market data on screen only, events everywhere.
CREATE TABLE licence_terms (
  venue text NOT NULL,
  kind text NOT NULL,
  plans text[] NOT NULL,
  delay_seconds integer NOT NULL CHECK (delay_seconds >= 0),
  channels text[] NOT NULL,
  -- Null until it is first changed
  changed_at_ms bigint,
  changed_by text,
  reason text,
  PRIMARY KEY (venue, kind)
);
--> statement-breakpoint
INSERT INTO licence_terms (venue, kind, plans, delay_seconds, channels)
  SELECT venue, kind, plans, delay_seconds, channels
  FROM unnest(ARRAY['CME', 'CBOT', 'NYMEX', 'COMEX']) AS venue,
    (VALUES
      ('real_time', ARRAY['pro', 'elite'], 0, ARRAY['screen']),
      ('delayed', ARRAY['basic', 'pro', 'elite'], 900, ARRAY['screen']),
      ('recordings', ARRAY['basic', 'pro', 'elite'], 0, ARRAY['screen']),
      ('events', ARRAY['basic', 'pro', 'elite'], 0, ARRAY['screen', 'api', 'export'])
    ) AS terms (kind, plans, delay_seconds, channels);
