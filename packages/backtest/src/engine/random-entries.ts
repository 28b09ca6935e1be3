/**
 * Sets of random entries: each trade of the rule at another instant of its own clock hour and session, on its side, with its exits.
 * An instant is taken as it is drawn, also where the rule would have been in a position.
 */
import { HOUR_MS, SECOND_MS, seededDraws, type UnitDraw } from '@undertow/market';
import type { SessionFacts } from '#facts/session-facts.ts';
import type { BacktestTrade, BaseLine } from '#results/backtest-result.ts';
import type { CompiledRule } from '#rule/compile-rule.ts';
import { KnownFacts } from './known-facts.ts';
import { microsOf, netMicrosOf, type SessionTrades } from './rule-run.ts';

/** An instant whose fill is not decided is drawn again so often; then the trade counts as nothing. */
const MAX_DRAWS = 8;
const SECONDS_OF_HOUR = HOUR_MS / SECOND_MS;
const BINS = 40;
const MICROS_PER_USD = 1_000_000;

/** Results of the entries at each second of a session, as far as they were computed: NaN is not yet, Infinity undecided. */
class EntryTable {
  netMicros = new Float64Array(0);
  netR = new Float64Array(0);

  /** Another session of so many seconds. */
  start(seconds: number): void {
    if (this.netR.length < seconds) {
      this.netMicros = new Float64Array(seconds);
      this.netR = new Float64Array(seconds);
    }
    this.netMicros.fill(Number.NaN);
  }
}

export class RandomEntries {
  readonly #rule: CompiledRule;
  readonly #sets: number;
  readonly #draw: UnitDraw;
  readonly #sumR: Float64Array;
  readonly #wins: Int32Array;
  /** Whole millionths of a dollar. */
  readonly #equity: Float64Array;
  readonly #peak: Float64Array;
  readonly #drawdown: Float64Array;
  /** Equity of every set at the end of each session, US dollars. */
  readonly #ends: Float32Array[] = [];
  readonly #tables = { buy: new EntryTable(), sell: new EntryTable() };
  /** Mean R of the random entries of each trade, in the order of the trades. */
  readonly tradeMeans: number[] = [];

  constructor(rule: CompiledRule, sets: number, seed: number) {
    this.#rule = rule;
    this.#sets = sets;
    this.#draw = seededDraws(seed);
    this.#sumR = new Float64Array(sets);
    this.#wins = new Int32Array(sets);
    this.#equity = new Float64Array(sets);
    this.#peak = new Float64Array(sets);
    this.#drawdown = new Float64Array(sets);
  }

  addSession(facts: SessionFacts, session: SessionTrades): void {
    if (session.trades.length > 0) this.#play(facts, session);
    this.#ends.push(Float32Array.from(this.#equity, (micros) => micros / MICROS_PER_USD));
  }

  #play(facts: SessionFacts, { trades, fills }: SessionTrades): void {
    const seconds = fills.prices.endSecond;
    for (const table of Object.values(this.#tables)) table.start(seconds);
    const ranges = rangesOf(facts);
    for (const trade of trades) {
      const side = trade.side === 'buy' ? 1 : -1;
      const table = this.#tables[trade.side];
      const [from, to] = hourOf(trade, facts, seconds);
      let mean = 0;
      for (let set = 0; set < this.#sets; set += 1) {
        const second = this.#entry(table, side, from, to, fills, ranges);
        if (second < 0) continue;
        const netR = table.netR[second]!;
        this.#sumR[set]! += netR;
        if (netR > 0) this.#wins[set]! += 1;
        mean += netR / this.#sets;
        this.#follow(set, table.netMicros[second]!);
      }
      this.tradeMeans.push(mean);
    }
  }

  /** A second of the hour with a decided result, or -1. */
  #entry(
    table: EntryTable,
    side: 1 | -1,
    from: number,
    to: number,
    fills: SessionTrades['fills'],
    ranges: Float64Array,
  ): number {
    for (let draws = 0; draws < MAX_DRAWS; draws += 1) {
      const second = from + Math.floor(this.#draw() * (to - from));
      if (second >= to) continue;
      if (Number.isNaN(table.netMicros[second]!)) this.#compute(table, side, second, fills, ranges);
      if (table.netMicros[second]! !== Number.POSITIVE_INFINITY) return second;
    }
    return -1;
  }

  #compute(
    table: EntryTable,
    side: 1 | -1,
    second: number,
    fills: SessionTrades['fills'],
    ranges: Float64Array,
  ): void {
    const range = ranges[Math.floor(second / 60)] ?? Number.NaN;
    const atMs = fills.prices.msOf(second);
    const move = fills.moveOf({ side, atMs, rangeTicks: Number.isNaN(range) ? null : range });
    if (move === null) {
      table.netMicros[second] = Number.POSITIVE_INFINITY;
      return;
    }
    const netMicros = netMicrosOf(this.#rule, move.ticks);
    table.netMicros[second] = netMicros;
    table.netR[second] = netMicros / microsOf(this.#rule, move.riskTicks);
  }

  #follow(set: number, netMicros: number): void {
    const equity = this.#equity[set]! + netMicros;
    this.#equity[set] = equity;
    if (equity > this.#peak[set]!) this.#peak[set] = equity;
    const fall = this.#peak[set]! - equity;
    if (fall > this.#drawdown[set]!) this.#drawdown[set] = fall;
  }

  /** Compared with the trades of the rule that were filled as fast; null without a trade. */
  baseLine(trades: readonly BacktestTrade[]): BaseLine | null {
    if (trades.length === 0) return null;
    const ownFall = largestFall(trades);
    const own = trades.reduce((sum, { netR }) => sum + netR, 0);
    const asGood = this.#sumR.reduce((count, sum) => count + (sum >= own ? 1 : 0), 0);
    const means = this.#sumR.map((sum) => sum / trades.length);
    const wins = this.#wins.reduce((sum, won) => sum + won, 0);
    return {
      sets: this.#sets,
      asGood,
      p: (1 + asGood) / (1 + this.#sets),
      meanR: means.reduce((sum, mean) => sum + mean, 0) / this.#sets,
      winRate: wins / (this.#sets * trades.length),
      deeperDrawdowns:
        this.#drawdown.reduce((count, fall) => count + (fall > ownFall ? 1 : 0), 0) / this.#sets,
      histogram: histogramOf(means),
      band: this.#band(),
    };
  }

  #band(): BaseLine['band'] {
    const sorted = this.#ends.map((ends) => ends.toSorted());
    const at = (share: number): number[] =>
      sorted.map((ends) => ends[Math.floor(share * (ends.length - 1))]!);
    return { low: at(0.05), median: at(0.5), high: at(0.95) };
  }
}

/** The clock hour of a trade's signal within its kind of session and the record, in seconds since the open. */
function hourOf(
  { signalMs, regime }: BacktestTrade,
  { session, regular, recorded }: SessionFacts,
  endSecond: number,
): readonly [from: number, to: number] {
  const hour = Math.floor((signalMs - session.openMs) / HOUR_MS) * SECONDS_OF_HOUR;
  const second = (atMs: number): number => (atMs - session.openMs) / SECOND_MS;
  let from = Math.max(hour, Math.ceil(second(recorded.openMs)));
  let to = Math.min(hour + SECONDS_OF_HOUR, endSecond);
  if (regular !== null && regime.session === 'regular') {
    from = Math.max(from, second(regular.openMs));
    to = Math.min(to, second(regular.closeMs));
  } else if (regular !== null && signalMs < regular.openMs) to = Math.min(to, second(regular.openMs));
  else if (regular !== null) from = Math.max(from, second(regular.closeMs));
  return [from, Math.max(to, from)];
}

/** The current range as of each minute of the session; NaN while it is not known. */
function rangesOf(facts: SessionFacts): Float64Array {
  const known = new KnownFacts(facts);
  const minutes = Math.ceil((facts.session.closeMs - facts.session.openMs) / 60_000);
  return Float64Array.from({ length: minutes }, (_, minute) => {
    known.advance(facts.session.openMs + minute * 60_000);
    return known.rangeTicks ?? Number.NaN;
  });
}

/** Millionths of a dollar. */
function largestFall(trades: readonly BacktestTrade[]): number {
  let [equity, peak, fall] = [0, 0, 0];
  for (const { netMicros } of trades) {
    equity += netMicros;
    peak = Math.max(peak, equity);
    fall = Math.max(fall, peak - equity);
  }
  return fall;
}

function histogramOf(means: Float64Array): BaseLine['histogram'] {
  const fromR = Math.min(...means);
  const stepR = (Math.max(...means) - fromR) / BINS || 1;
  const counts = Array.from({ length: BINS }, () => 0);
  for (const mean of means) counts[Math.min(BINS - 1, Math.floor((mean - fromR) / stepR))]! += 1;
  return { fromR, stepR, counts };
}
