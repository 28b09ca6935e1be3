-- Which types of events ever used a word: a search for a word that one type alone uses does not walk through the others.
-- Words that begin with a letter only: those are few, numbers and prices are without end. A word stays when its events go.
SET LOCAL statement_timeout = 0;
--> statement-breakpoint
CREATE TABLE event_words (
  type text COLLATE "C" NOT NULL,
  word text COLLATE "C" NOT NULL,
  PRIMARY KEY (type, word)
);
--> statement-breakpoint
CREATE FUNCTION put_event_words(event_type text, words tsvector) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM unnest(tsvector_to_array(words)) AS used (word) WHERE used.word ~ '^[a-z]'
      AND NOT EXISTS (SELECT FROM event_words known WHERE known.type = event_type AND known.word = used.word)) THEN
    -- One after the other: two that add the same words in another order would wait for each other
    PERFORM pg_advisory_xact_lock(hashtext('event_words'));
    INSERT INTO event_words SELECT event_type, used.word FROM unnest(tsvector_to_array(words)) AS used (word)
      WHERE used.word ~ '^[a-z]' ON CONFLICT DO NOTHING;
  END IF;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION put_event_facets() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  facets event_facets;
BEGIN
  FOR facets IN SELECT * FROM event_facets_of(NEW) LOOP
    PERFORM put_event_words(facets.type, facets.words);
    INSERT INTO event_facets SELECT facets.*
    ON CONFLICT (id) DO UPDATE SET detected_ms = excluded.detected_ms, updated_ms = excluded.updated_ms,
      side = excluded.side, confidence = excluded.confidence, size = excluded.size, degraded = excluded.degraded,
      words = excluded.words;
  END LOOP;
  RETURN NULL;
END
$$;
--> statement-breakpoint
INSERT INTO event_words
SELECT DISTINCT facets.type, used.word FROM event_facets facets, unnest(tsvector_to_array(facets.words)) AS used (word)
WHERE used.word ~ '^[a-z]'
ON CONFLICT DO NOTHING;
--> statement-breakpoint
ANALYZE event_words;
