/**
 * Facts 15 and 17 of the simulator reference, which need truth or a day: impact of programmes, volume by time of day.
 */
import {
  ACTION_TRADE,
  COL_ACTION,
  COL_SIZE,
  HOUR_MS,
  MINUTE_MS,
  NS_PER_MS,
  OrderBook,
  ROW_LENGTH,
  SECOND_MS,
} from '@undertow/market';
import type { Label } from '#ground-truth/labels.ts';
import { CLEAN } from '#ground-truth/prevalence.ts';
import { pow } from '#random/exact-math.ts';
import { RowBuffer } from '#rows/row-buffer.ts';
import { TEST_START_MS, testSession } from './session.ts';

const OFTEN_PER_HOUR = 6;
const MAX_EXPONENT = 1.5;
const STEP = 0.01;
/** A programme that barely began has no meaningful size. */
const MIN_DONE = 0.5;

/** One programme: contracts executed, and how far the price had moved in its direction when it ended. */
export interface Impact {
  readonly qty: number;
  readonly ticks: number;
}

/** The mid of every second of a session with this many programmes an hour, and its labels. */
function play(seed: number, hours: number, metaordersPerHour: number): { mids: number[]; labels: Label[] } {
  const session = testSession('ES', seed, { agents: { ...CLEAN, metaordersPerHour } });
  const book = new OrderBook();
  const mids: number[] = [];
  const labels: Label[] = [];
  const rows = new RowBuffer();
  for (let second = 1; second * SECOND_MS <= hours * HOUR_MS; second++) {
    rows.clear();
    session.advance(TEST_START_MS + second * SECOND_MS, rows);
    for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH) book.applyRow(rows.rows, at);
    mids.push((book.bestBidTicks + book.bestAskTicks) / 2);
    labels.push(...session.takeLabels());
  }
  return { mids, labels };
}

/**
 * Programmes of one seeded session. The price of the same seed without them is subtracted: the news is the same in both,
 * so what is left is what the programmes did, and far less noise.
 */
export function measureImpacts(seed: number, hours: number): readonly Impact[] {
  const { mids, labels } = play(seed, hours, OFTEN_PER_HOUR);
  const { mids: without } = play(seed, hours, 0);
  const movedAt = (timeNs: bigint): number => {
    const at = Math.max(0, Math.floor((Number(timeNs / NS_PER_MS) - TEST_START_MS) / SECOND_MS) - 1);
    return mids[at]! - without[at]!;
  };
  return labels
    .filter(({ type, qty, params }) => type === 'institutional' && qty >= MIN_DONE * Number(params['total']))
    .map(({ qty, side, t0Ns, t1Ns }) => ({
      qty,
      ticks: (movedAt(t1Ns) - movedAt(t0Ns)) * (side === 'bid' ? 1 : -1),
    }));
}

/**
 * Exponent d of the law `ticks = c * qty^d` with the least squares (Almgren et al. 2005); 0.5 is the square-root law.
 */
export function impactExponent(impacts: readonly Impact[]): number {
  let best = 0;
  let mostExplained = Number.NEGATIVE_INFINITY;
  for (let step = 0; step <= MAX_EXPONENT / STEP; step++) {
    const exponent = step * STEP;
    let xy = 0;
    let xx = 0;
    for (const { qty, ticks } of impacts) {
      const x = pow(qty, exponent);
      xy += x * ticks;
      xx += x * x;
    }
    const explained = (xy * xy) / xx;
    if (explained > mostExplained) {
      mostExplained = explained;
      best = exponent;
    }
  }
  return best;
}

/** Monday 2 March 2026, 08:30 in Chicago: regular hours of ES begin. */
const OPEN_MS = 1_772_461_800_000;
/** Noon in Chicago. */
const LUNCH_MS = 1_772_474_400_000;
const BUCKET_MS = 10 * MINUTE_MS;

/** Contracts the crowd trades in ten minutes of a busy day; agents act by the hour, whatever the time of day. */
function contractsFrom(startMs: number, seed: number): number {
  const session = testSession('ES', seed, { startMs, timeOfDay: 'exchange', scale: 1, scenario: 'clean' });
  const rows = new RowBuffer();
  let contracts = 0;
  for (let ms = startMs + MINUTE_MS; ms <= startMs + BUCKET_MS; ms += MINUTE_MS) {
    rows.clear();
    session.advance(ms, rows);
    session.takeLabels();
    for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH)
      if (rows.rows[at + COL_ACTION] === ACTION_TRADE) contracts += rows.rows[at + COL_SIZE]!;
  }
  return contracts;
}

/** Contracts of the first ten minutes of regular hours over those of ten minutes at noon, over this many days. */
export function measureOpenOverLunch(days: number): number {
  let open = 0;
  let lunch = 0;
  for (let seed = 1; seed <= days; seed++) {
    open += contractsFrom(OPEN_MS, seed);
    lunch += contractsFrom(LUNCH_MS, seed);
  }
  return open / lunch;
}
