/** Measures the stylised facts of one seeded session: a module of its own, so that a test can run it outside its runner. */
import { HOUR_MS, ROW_LENGTH } from '@undertow/market';
import { PLAUSIBLE_LIFE } from '#ground-truth/prevalence.ts';
import { RowBuffer } from '#rows/row-buffer.ts';
import type { SessionOptions } from '#session/session-options.ts';
import type { Facts } from '#testing/facts/fact-targets.ts';
import { StylisedFacts } from '#testing/facts/stylised-facts.ts';
import { TEST_START_MS, testSession } from './session.ts';

const CHUNK_MS = 10_000;

/**
 * As many aggressors an hour as the recorded one had (2,834): the crowd, those who protect themselves with stops and those
 * who hide size. Agents that act by the hour whatever the market's size would make it a busy one.
 */
const THIN_HOUR: Partial<SessionOptions> = {
  scale: 0.09,
  scenario: 'clean',
  agents: {
    nativeIcebergsPerHour: PLAUSIBLE_LIFE.nativeIcebergsPerHour,
    singleStopsPerHour: PLAUSIBLE_LIFE.singleStopsPerHour,
    stopClustersPerHour: PLAUSIBLE_LIFE.stopClustersPerHour,
    huntsPerHour: PLAUSIBLE_LIFE.huntsPerHour,
    smallTradersPerHour: PLAUSIBLE_LIFE.smallTradersPerHour,
  },
};

/** The facts of thin hours under a seed. */
export function measureThinFacts(symbol: string, seed: number, hours: number): Facts {
  return measureFacts(symbol, seed, hours, THIN_HOUR);
}

/** The facts of a product's first hours under a seed. */
export function measureFacts(
  symbol: string,
  seed: number,
  hours: number,
  options: Partial<SessionOptions> = {},
): Facts {
  const session = testSession(symbol, seed, options);
  const facts = new StylisedFacts();
  const rows = new RowBuffer();
  for (let ms = CHUNK_MS; ms <= hours * HOUR_MS; ms += CHUNK_MS) {
    rows.clear();
    session.advance(TEST_START_MS + ms, rows);
    session.takeLabels();
    for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH) facts.applyRow(rows.rows, at);
  }
  return facts.facts();
}
