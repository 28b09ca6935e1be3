/**
 * A market written down minute by minute, with what was found in it: small enough to be fetched whole and played
 * without a server.
 */

import type { Bar } from '#bars/bar.ts';
import { FLOW_EVENT_TYPES, type FlowEventType } from '#events/event-types.ts';
import type { BookSide } from '#events/vocabulary.ts';
import { MINUTE_MS } from '#time/durations.ts';

/** Levels that are recorded on each side, one tick apart from the best price on. */
export const RECORDED_LEVELS = 5;

/** Sizes at the best price and at the ticks behind it; 0 where nobody rests. */
export interface RecordedBook {
  readonly bidTicks: number;
  readonly askTicks: number;
  readonly bidSizes: readonly number[];
  readonly askSizes: readonly number[];
}

/** A minute with trades, and the book at its end. VWAP is kept to the hundredth of a tick. */
export interface RecordedMinute {
  readonly bar: Bar;
  readonly book: RecordedBook;
}

/** What a detector had emitted by an instant. Times are milliseconds since 1970 UTC. */
export interface RecordedFinding {
  /** Emitted by then, in these words. One event may be recorded several times, as it changed. */
  readonly knownMs: number;
  readonly id: string;
  readonly type: FlowEventType;
  readonly sub: string | null;
  readonly side: BookSide;
  readonly priceTicks: number;
  readonly zoneHeightTicks: number | null;
  /** Contracts. */
  readonly size: number;
  readonly exact: boolean;
  /** 0 to 1; null where the detector had none that is calibrated. */
  readonly confidence: number | null;
  readonly startedMs: number;
  readonly detectedMs: number;
  /**
   * When the detector took it back: it failed, or was no longer probable enough. Null where it did not. May be before
   * `knownMs`.
   */
  readonly endedMs: number | null;
  readonly description: string;
}

export interface MarketRecording {
  readonly symbol: string;
  readonly seed: number;
  /** Starts strictly ascend; minutes without a trade are left out. */
  readonly minutes: readonly RecordedMinute[];
  /** Oldest first by `knownMs`. */
  readonly findings: readonly RecordedFinding[];
}

/** As stored in a file: whole numbers, most of them differences to what came before, so that it compresses well. */
export interface PackedRecording {
  readonly version: 1;
  readonly symbol: string;
  readonly seed: number;
  readonly startMs: number;
  readonly minutes: Readonly<Record<Column, readonly number[]>> & {
    readonly vwap: readonly (number | null)[];
  };
  /** Sizes of each minute: bids from the best on, then asks. */
  readonly sizes: readonly number[];
  readonly findings: readonly PackedFinding[];
}

/** `start` in minutes; `above` and `below`: from the body to the ends of the wick. */
const COLUMNS = [
  'start',
  'open',
  'close',
  'above',
  'below',
  'volume',
  'buy',
  'sell',
  'trades',
  'bid',
  'spread',
] as const;
type Column = (typeof COLUMNS)[number];

/** Times in milliseconds: `knownMs` after the recording's start, the others from `knownMs` on. */
type PackedFinding = readonly [
  knownMs: number,
  id: string,
  type: number,
  sub: string | null,
  isAsk: 0 | 1,
  priceTicks: number,
  zoneHeightTicks: number | null,
  size: number,
  isExact: 0 | 1,
  confidence: number | null,
  startedBeforeMs: number,
  detectedBeforeMs: number,
  endedAfterMs: number | null,
  description: string,
];

const VWAP_STEPS = 100;

function packMinute(
  { bar, book }: RecordedMinute,
  lastMs: number,
  lastTicks: number,
): Record<Column, number> {
  const { openTicks, closeTicks } = bar;
  return {
    start: (bar.startMs - lastMs) / MINUTE_MS,
    open: openTicks - lastTicks,
    close: closeTicks - openTicks,
    above: bar.highTicks - Math.max(openTicks, closeTicks),
    below: Math.min(openTicks, closeTicks) - bar.lowTicks,
    volume: bar.volume,
    buy: bar.buyVolume,
    sell: bar.sellVolume,
    trades: bar.trades,
    bid: book.bidTicks - closeTicks,
    spread: book.askTicks - book.bidTicks,
  };
}

function packFinding(finding: RecordedFinding, startMs: number): PackedFinding {
  const { knownMs } = finding;
  return [
    knownMs - startMs,
    finding.id,
    FLOW_EVENT_TYPES.indexOf(finding.type),
    finding.sub,
    finding.side === 'ask' ? 1 : 0,
    finding.priceTicks,
    finding.zoneHeightTicks,
    finding.size,
    finding.exact ? 1 : 0,
    finding.confidence,
    knownMs - finding.startedMs,
    knownMs - finding.detectedMs,
    finding.endedMs === null ? null : finding.endedMs - knownMs,
    finding.description,
  ];
}

/** A recording without a minute is a mistake of the caller. */
export function packRecording({ symbol, seed, minutes, findings }: MarketRecording): PackedRecording {
  const first = minutes[0];
  if (first === undefined) throw new Error('expected a recording of at least one minute');
  const startMs = first.bar.startMs;
  const columns = Object.fromEntries(COLUMNS.map((name): [Column, number[]] => [name, []])) as Record<
    Column,
    number[]
  >;
  const vwap: (number | null)[] = [];
  let lastMs = startMs;
  let lastTicks = 0;
  let lastVwap = 0;
  for (const minute of minutes) {
    const packed = packMinute(minute, lastMs, lastTicks);
    for (const name of COLUMNS) columns[name].push(packed[name]);
    const { startMs: atMs, closeTicks, vwapTicks } = minute.bar;
    const steps = vwapTicks === null ? null : Math.round(vwapTicks * VWAP_STEPS);
    vwap.push(steps === null ? null : steps - lastVwap);
    lastMs = atMs;
    lastTicks = closeTicks;
    lastVwap = steps ?? lastVwap;
  }
  return {
    version: 1,
    symbol,
    seed,
    startMs,
    minutes: { ...columns, vwap },
    sizes: minutes.flatMap(({ book }) => [...book.bidSizes, ...book.askSizes]),
    findings: findings.map((finding) => packFinding(finding, startMs)),
  };
}

function unpackFinding(packed: PackedFinding, recordingStartMs: number): RecordedFinding {
  const [
    known,
    id,
    type,
    sub,
    isAsk,
    priceTicks,
    zoneHeightTicks,
    size,
    isExact,
    confidence,
    started,
    detected,
    ended,
    description,
  ] = packed;
  const knownMs = recordingStartMs + known;
  return {
    knownMs,
    id,
    type: FLOW_EVENT_TYPES[type]!,
    sub,
    side: isAsk === 1 ? 'ask' : 'bid',
    priceTicks,
    zoneHeightTicks,
    size,
    exact: isExact === 1,
    confidence,
    startedMs: knownMs - started,
    detectedMs: knownMs - detected,
    endedMs: ended === null ? null : knownMs + ended,
    description,
  };
}

/** The inverse of `packRecording`. */
export function unpackRecording(packed: PackedRecording): MarketRecording {
  const { symbol, seed, startMs, sizes } = packed;
  let atMs = startMs;
  let ticks = 0;
  let vwap = 0;
  const minutes = packed.minutes.start.map((_, index): RecordedMinute => {
    const at = (name: Column): number => packed.minutes[name][index]!;
    const vwapStep = packed.minutes.vwap[index] ?? null;
    atMs += at('start') * MINUTE_MS;
    const openTicks = ticks + at('open');
    ticks = openTicks + at('close');
    vwap += vwapStep ?? 0;
    const bidTicks = ticks + at('bid');
    const firstSize = index * RECORDED_LEVELS * 2;
    const firstAsk = firstSize + RECORDED_LEVELS;
    return {
      bar: {
        startMs: atMs,
        openTicks,
        highTicks: Math.max(openTicks, ticks) + at('above'),
        lowTicks: Math.min(openTicks, ticks) - at('below'),
        closeTicks: ticks,
        volume: at('volume'),
        buyVolume: at('buy'),
        sellVolume: at('sell'),
        trades: at('trades'),
        vwapTicks: vwapStep === null ? null : vwap / VWAP_STEPS,
      },
      book: {
        bidTicks,
        askTicks: bidTicks + at('spread'),
        bidSizes: sizes.slice(firstSize, firstAsk),
        askSizes: sizes.slice(firstAsk, firstAsk + RECORDED_LEVELS),
      },
    };
  });
  return {
    symbol,
    seed,
    minutes,
    findings: packed.findings.map((finding) => unpackFinding(finding, startMs)),
  };
}
