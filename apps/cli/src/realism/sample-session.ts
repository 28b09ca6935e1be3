/** Plays a simulated session from its beginning to an instant and samples it; its labels are dropped. */
import { ROW_LENGTH } from '@undertow/market';
import { createSession, RowBuffer, type SessionOptions } from '@undertow/simulator';
import { MarketSample } from './market-sample.ts';

const CHUNK_MS = 10_000;

export function sampleSession(options: SessionOptions, toMs: number): MarketSample {
  const sample = new MarketSample();
  const session = createSession(options);
  const rows = new RowBuffer();
  for (let ms = options.startMs + CHUNK_MS; ms <= toMs; ms += CHUNK_MS) {
    rows.clear();
    session.advance(ms, rows);
    session.takeLabels();
    for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH) sample.applyRow(rows.rows, at);
  }
  return sample;
}
