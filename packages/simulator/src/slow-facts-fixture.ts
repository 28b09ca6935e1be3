/** Facts 15 and 17 of the simulator reference, which need truth or a day: impact of programmes, volume by time of day. */
import {
  ACTION_TRADE,
  COL_ACTION,
  COL_SIZE,
  OrderBook,
  ROW_LENGTH,
} from '@undertow/market';
import { log } from './exact-math.ts';
import { CLEAN } from './prevalence.ts';
import { RowBuffer } from './row-buffer.ts';
import { TEST_START_MS, testSession } from './session-fixture.ts';
import { mean, regression } from './statistics.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const OFTEN_PER_HOUR = 6;
/** Programmes are averaged in this many groups of rising size: single ones say nothing, their noise is many times the impact. */
const GROUPS = 6;
/** A programme that barely began has no size to speak of. */
const LEAST_DONE = 0.5;

/** One programme: contracts executed, and how far the price had gone its way when it ended. */
export interface Impact {
  readonly qty: number;
  readonly ticks: number;
}

/** Programmes of one seeded session of nothing but crowd and programmes. */
export function measureImpacts(seed: number, hours: number): readonly Impact[] {
  const session = testSession('ES', seed, { agents: { ...CLEAN, metaordersPerHour: OFTEN_PER_HOUR } });
  const book = new OrderBook();
  const mids: number[] = [];
  const rows = new RowBuffer();
  const labels = [];
  for (let second = 1; second * SECOND_MS <= hours * HOUR_MS; second++) {
    rows.clear();
    session.advance(TEST_START_MS + second * SECOND_MS, rows);
    for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH) book.applyRow(rows.rows, at);
    mids.push((book.bestBidTicks + book.bestAskTicks) / 2);
    labels.push(...session.takeLabels());
  }
  const midAt = (timeNs: bigint): number =>
    mids[Math.max(0, Math.floor((Number(timeNs / 1_000_000n) - TEST_START_MS) / SECOND_MS) - 1)] as number;
  return labels
    .filter(({ type, qty, params }) => type === 'institutional' && qty >= LEAST_DONE * Number(params['total']))
    .map(({ qty, side, t0Ns, t1Ns }) => ({
      qty,
      ticks: (midAt(t1Ns) - midAt(t0Ns)) * (side === 'bid' ? 1 : -1),
    }));
}

/** Exponent of mean impact over mean size of groups of like size (Almgren et al. 2005; 0.5 is the square-root law). */
export function impactExponent(impacts: readonly Impact[]): number {
  const rising = [...impacts].sort((a, b) => a.qty - b.qty);
  const groups = Array.from({ length: GROUPS }, (_, group) =>
    rising.slice(
      Math.floor((group * rising.length) / GROUPS),
      Math.floor(((group + 1) * rising.length) / GROUPS),
    ),
  )
    .map((group) => ({ qty: mean(group.map(({ qty }) => qty)), ticks: mean(group.map(({ ticks }) => ticks)) }))
    .filter(({ ticks }) => ticks > 0);
  return regression(
    groups.map(({ qty }) => log(qty)),
    groups.map(({ ticks }) => log(ticks)),
  ).slope;
}

/** Monday 2 March 2026, 08:30 in Chicago: regular hours of ES begin. */
const OPEN_MS = Date.UTC(2026, 2, 2, 14, 30);
/** Noon in Chicago. */
const LUNCH_MS = Date.UTC(2026, 2, 2, 18);
const BUCKET_MS = HOUR_MS / 2;

/** Contracts of the first half hour of regular hours over those of the half hour after noon. */
export function measureOpenOverLunch(seed: number): number {
  const session = testSession('ES', seed, { startMs: OPEN_MS, timeOfDay: 'exchange' });
  const rows = new RowBuffer();
  let open = 0;
  let lunch = 0;
  for (let ms = OPEN_MS + 60_000; ms <= LUNCH_MS + BUCKET_MS; ms += 60_000) {
    rows.clear();
    session.advance(ms, rows);
    session.takeLabels();
    const contracts = contractsOf(rows);
    if (ms <= OPEN_MS + BUCKET_MS) open += contracts;
    else if (ms > LUNCH_MS) lunch += contracts;
  }
  return open / lunch;
}

function contractsOf({ rows, count }: RowBuffer): number {
  let contracts = 0;
  for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH)
    if (rows[at + COL_ACTION] === ACTION_TRADE) contracts += rows[at + COL_SIZE] as number;
  return contracts;
}
