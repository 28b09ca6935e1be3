-- What the detectors of an instrument had learnt a minute ago at most: the next owner, and a process that starts again, continue with it
CREATE TABLE detector_checkpoints (
  source text NOT NULL,
  instrument_id int NOT NULL,
  contract text NOT NULL,
  -- Of the product: another one may have other detectors
  version text NOT NULL,
  -- Exchange time of the last row that is in it
  at_ms bigint NOT NULL,
  -- v8 and zstd
  state bytea NOT NULL,
  PRIMARY KEY (source, instrument_id)
);
