/** Runs the naive rules over an instrument's match events on the clock of the pipeline. */
import type { FeedTier, Instrument, InstrumentMarket, MatchEvent } from '@undertow/market';
import { MINUTE_MS } from '@undertow/market';
import type { Finding } from '#evaluation/finding.ts';
import type { Detector } from '#view/detector.ts';
import { LiveMarketView } from '#view/live-market-view.ts';
import type { BaselineEntry, BaselineFinding } from './baseline.ts';

const CLOCK_MS = 100;
const MAX_CLOCK_MS = 10 * MINUTE_MS;

export interface BaselineRunnerOptions {
  readonly instrument: Instrument;
  readonly symbol: string;
  readonly tier: FeedTier;
  /** The market whose match events are handed to `onMatch`; only read. */
  readonly market: InstrumentMarket;
  readonly baselines: readonly BaselineEntry[];
  /** Called at each finding of a rule. */
  readonly onFinding: (finding: Finding) => void;
}

export class BaselineRunner {
  readonly #options: BaselineRunnerOptions;
  readonly #view: LiveMarketView;
  readonly #rules: readonly Detector[];
  #tickMs = Number.NaN;
  #found = 0;

  constructor(options: BaselineRunnerOptions) {
    this.#options = options;
    const { instrument, tier, market, baselines } = options;
    this.#view = new LiveMarketView(instrument, tier, market);
    this.#rules = baselines
      .filter(({ tiers }) => tiers.includes(tier))
      .map((entry) => entry.create({ view: this.#view, find: (finding) => this.#record(entry, finding) }));
  }

  /** A match event of a live book, in order, when the market already holds it. */
  onMatch(event: MatchEvent): void {
    if (!(event.timeMs < this.#tickMs + CLOCK_MS)) this.#runClock(event.timeMs);
    for (const rule of this.#rules) rule.onMatch(event, this.#view);
    this.#view.observe(event);
  }

  #runClock(timeMs: number): void {
    const nowMs = Math.floor(timeMs / CLOCK_MS) * CLOCK_MS;
    if (Number.isNaN(this.#tickMs)) this.#tickMs = nowMs - CLOCK_MS;
    this.#tickMs = Math.max(this.#tickMs, nowMs - MAX_CLOCK_MS);
    while (this.#tickMs < nowMs) {
      this.#tickMs += CLOCK_MS;
      this.#view.onClock(this.#tickMs);
      for (const rule of this.#rules) rule.onClock(this.#tickMs, this.#view);
    }
  }

  #record(entry: BaselineEntry, finding: BaselineFinding): void {
    this.#found += 1;
    this.#options.onFinding({
      ...finding,
      id: `baseline-${entry.type}-${this.#found}`,
      type: entry.type,
      sub: entry.sub,
      symbol: this.#options.symbol,
      confidence: 1,
      exact: false,
      degraded: false,
    });
  }
}
