/** Runs several products of one world together and records per minute which was claimed to lead and which did. */
import { createCrossMarket, type PairMinuteOutcome, type PairState } from '@undertow/detection';
import {
  CME_CALENDAR,
  type Instrument,
  InstrumentMarket,
  instrumentBySymbol,
  MINUTE_MS,
} from '@undertow/market';
import { createSession, type Generator, RowBuffer, type Session } from '@undertow/simulator';
import { SIMULATED_PRODUCTS, sessionStartMs } from './session-plan.ts';

/** One world under one seed; strangers are the same products under others. */
export interface WorldPlan {
  readonly seed: number;
  readonly minutes: number;
  readonly generator: Generator;
}

const STEP_MS = 1000;
/** A lag is studied over the last quarter of an hour: one that changed in between is no truth. */
const STUDIED_MS = 15 * MINUTE_MS;
/** Far from any other session's seed. */
const STRANGER_SEEDS = 500_000;
/** The second product of each pair comes from another world than the first. */
const STRANGER_WORLDS: Readonly<Record<string, number>> = { ES: 0, NQ: 1, YM: 2, CL: 0, GC: 1 };

interface Mid {
  readonly instrumentId: number;
  readonly timeMs: number;
  readonly midTicks: number;
}

interface Lag {
  readonly fromMs: number;
  readonly lagMs: number;
}

/** One product's exchange and what is known of its mid. */
class PlayedProduct {
  readonly instrument: Instrument;
  readonly lags: Lag[] = [];
  readonly mids: Mid[] = [];
  readonly #session: Session;
  readonly #market: InstrumentMarket;
  readonly #rows = new RowBuffer();
  #midTicks = Number.NaN;

  constructor(symbol: string, startMs: number, seed: number, generator: Generator) {
    const instrument = instrumentBySymbol(symbol);
    if (instrument === undefined) throw new Error(`the catalogue has no ${symbol}`);
    this.instrument = instrument;
    this.#session = createSession({
      instrument,
      seed,
      startMs,
      openTicks: instrument.basePriceTicks,
      scenario: 'sparse',
      generator,
      timeOfDay: 'exchange',
      onLag: (fromNs, lagMs) => this.lags.push({ fromMs: Number(fromNs / 1_000_000n), lagMs }),
    });
    this.#market = new InstrumentMarket({
      instrument,
      tier: 'L3',
      calendar: CME_CALENDAR,
    });
  }

  advance(toMs: number): void {
    this.#rows.clear();
    this.#session.advance(toMs, this.#rows);
    this.#market.applyBatch(this.#rows, ({ timeMs }) => this.#readMid(timeMs));
  }

  minuteMoves(fromMs: number, toMs: number): number[] {
    const closes = Array.from({ length: (toMs - fromMs) / MINUTE_MS + 1 }, (_, minute) => {
      const endMs = fromMs + minute * MINUTE_MS;
      return (this.mids.findLast(({ timeMs }) => timeMs <= endMs) ?? this.mids[0])?.midTicks ?? 0;
    });
    return closes.slice(1).map((close, minute) => close - closes[minute]!);
  }

  #readMid(timeMs: number): void {
    const { bestBidTicks, bestAskTicks } = this.#market.book;
    const midTicks = (bestBidTicks + bestAskTicks) / 2;
    if (midTicks === this.#midTicks || !Number.isFinite(midTicks)) return;
    this.#midTicks = midTicks;
    this.mids.push({ instrumentId: this.instrument.id, timeMs, midTicks });
  }
}

/** Claims per minute for the pairs of one world, and for pairs of unrelated worlds. */
export function playWorld({ seed, minutes, generator }: WorldPlan): PairMinuteOutcome[] {
  const startMs = sessionStartMs(seed);
  const together = new Map<string, PlayedProduct>();
  const strangers = new Map<string, PlayedProduct>();
  for (const symbol of SIMULATED_PRODUCTS) {
    const world = STRANGER_WORLDS[symbol] ?? 0;
    const product = new PlayedProduct(symbol, startMs, seed, generator);
    together.set(symbol, product);
    strangers.set(
      symbol,
      world === 0 ? product : new PlayedProduct(symbol, startMs, seed + world * STRANGER_SEEDS, generator),
    );
  }
  const played = new Set([...together.values(), ...strangers.values()]);
  const endMs = startMs + minutes * MINUTE_MS;
  for (const product of played)
    for (let toMs = startMs + STEP_MS; toMs <= endMs; toMs += STEP_MS) product.advance(toMs);
  return [...watch(together, startMs, endMs, false), ...watch(strangers, startMs, endMs, true)];
}

function watch(
  products: ReadonlyMap<string, PlayedProduct>,
  startMs: number,
  endMs: number,
  isIndependent: boolean,
): PairMinuteOutcome[] {
  const market = createCrossMarket({
    instruments: [...products.values()].map(({ instrument }) => instrument),
    tier: 'L3',
    emitPattern: () => undefined,
  });
  const outcomes: PairMinuteOutcome[] = [];
  const mids = [...products.values()].flatMap((product) => product.mids).sort((a, b) => a.timeMs - b.timeMs);
  const moves = new Map(
    [...products].map(([symbol, product]) => [symbol, product.minuteMoves(startMs, endMs)]),
  );
  // A study of lags runs for ten seconds after its minute: what it claims is read in the middle of the next.
  let readMs = startMs + STUDIED_MS + MINUTE_MS / 2;
  for (const { instrumentId, timeMs, midTicks } of mids) {
    for (; readMs <= timeMs && readMs <= endMs; readMs += MINUTE_MS) {
      for (const pair of market.pairs()) {
        outcomes.push({
          ...claimOf(pair),
          correlation: correlationOf(pair, moves),
          trueLagMs: isIndependent ? null : lagBetween(products, pair, readMs),
          isIndependent,
        });
      }
    }
    market.onMid(instrumentId, timeMs, midTicks);
  }
  return outcomes;
}

function claimOf({
  symbols: [first, second],
  lead,
}: PairState): Pick<PairMinuteOutcome, 'pair' | 'claimedLagMs'> {
  const claimedLagMs = lead === null ? null : lead.leader === first ? lead.lagMs : -lead.lagMs;
  return { pair: `${first}-${second}`, claimedLagMs };
}

/**
 * Of the minute moves of the whole session: from change to change most of what two mids do is the noise of their own books,
 * and their correlation is a weak sign of a common cause (Epps 1979).
 */
function correlationOf(
  { symbols: [first, second] }: PairState,
  moves: ReadonlyMap<string, readonly number[]>,
): number {
  const x = moves.get(first) ?? [];
  const y = moves.get(second) ?? [];
  let covariance = 0;
  let varianceX = 0;
  let varianceY = 0;
  x.forEach((move, minute) => {
    const other = y[minute] ?? 0;
    covariance += move * other;
    varianceX += move * move;
    varianceY += other * other;
  });
  return covariance / Math.sqrt(Math.max(Number.MIN_VALUE, varianceX * varianceY));
}

/** The second product's lag behind the first; null where it changed within the studied window. */
function lagBetween(
  products: ReadonlyMap<string, PlayedProduct>,
  { symbols: [first, second] }: PairState,
  nowMs: number,
): number | null {
  const lagOf = (symbol: string): number | null => {
    const lags = products.get(symbol)?.lags ?? [];
    const held = lags.filter(({ fromMs }) => fromMs <= nowMs).at(-1);
    return held === undefined || held.fromMs > nowMs - STUDIED_MS ? null : held.lagMs;
  };
  const [here, there] = [lagOf(first), lagOf(second)];
  return here === null || there === null ? null : there - here;
}
