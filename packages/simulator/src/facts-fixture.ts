/** Measures the stylised facts of one seeded session: a module of its own, so that a test can run it outside its runner. */
import { ROW_LENGTH } from '@undertow/market';
import type { Facts } from './fact-targets.ts';
import { RowBuffer } from './row-buffer.ts';
import { TEST_START_MS, testSession } from './session-fixture.ts';
import { StylisedFacts } from './stylised-facts.ts';

const CHUNK_MS = 10_000;

/** The facts of a product's first hours under a seed. */
export function measureFacts(symbol: string, seed: number, hours: number): Facts {
  const session = testSession(symbol, seed);
  const facts = new StylisedFacts();
  const rows = new RowBuffer();
  for (let ms = CHUNK_MS; ms <= hours * 3_600_000; ms += CHUNK_MS) {
    rows.clear();
    session.advance(TEST_START_MS + ms, rows);
    session.takeLabels();
    for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH) facts.applyRow(rows.rows, at);
  }
  return facts.facts();
}
