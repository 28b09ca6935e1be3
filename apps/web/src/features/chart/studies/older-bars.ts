/** Stored bars of an instrument, page by page into the past, joined to the newest ones. */
import {
  type BarContracts,
  getMarketData,
  MAX_BARS_OF_REQUEST,
  type MarketDataBar,
  type TimeframeName,
} from '@undertow/contracts';
import { type Instrument, lastContract } from '@undertow/market';
import { callViewed } from '#api/client/call.ts';
import type { ChartBar } from '#chart/data/chart-input.ts';
import { chartBarOf } from '#features/chart/merge-bars.ts';
import { joinPages, withKnown } from './join-bars.ts';

export interface OlderBarsOptions {
  readonly instrument: Instrument;
  readonly timeframe: TimeframeName;
  readonly contracts: BarContracts;
}

export class OlderBars {
  readonly #options: OlderBarsOptions;
  readonly #listeners = new Set<() => void>();
  #bars: readonly ChartBar[] = [];
  #isLoading = false;
  #isComplete = false;
  #error: Error | null = null;

  constructor(options: OlderBarsOptions) {
    this.#options = options;
  }

  /** Oldest first; another list after each change. */
  readonly get = (): readonly ChartBar[] => this.#bars;

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  get isComplete(): boolean {
    return this.#isComplete;
  }

  get error(): Error | null {
    return this.#error;
  }

  /** The newest bars, as they are polled. Where bars are missing between them and the known ones those are loaded again. */
  take(newest: readonly MarketDataBar[]): void {
    const newer = newest.map((bar) => chartBarOf(this.#options.instrument, bar));
    const joined = joinPages(this.#bars, newer);
    if (joined === null) this.#isComplete = false;
    this.#set(withKnown(this.#bars, joined ?? newer));
  }

  /** Loads one page of older bars; does nothing while one is on its way, nor when there are none. */
  async load(): Promise<void> {
    const first = this.#bars[0];
    if (this.#isLoading || this.#isComplete || first === undefined) return;
    this.#isLoading = true;
    this.#error = null;
    const { instrument, timeframe, contracts } = this.#options;
    try {
      const { data } = await callViewed(getMarketData, {
        query: {
          instrumentId: instrument.id,
          timeframe,
          contracts,
          limit: MAX_BARS_OF_REQUEST,
          end: new Date(first.startMs).toISOString(),
        },
      });
      this.#prepend(
        data.map((bar) => chartBarOf(this.#options.instrument, bar)),
        first,
      );
    } catch (error) {
      this.#error = error instanceof Error ? error : new Error(String(error));
    } finally {
      this.#isLoading = false;
    }
  }

  #prepend(page: readonly ChartBar[], first: ChartBar): void {
    const isOne = this.#options.contracts === 'last';
    const wanted = page.filter(
      ({ startMs, contract }) => startMs < first.startMs && (!isOne || contract === first.contract),
    );
    // Of one contract nothing lies before another one
    this.#isComplete = wanted.length === 0 || (isOne && wanted.length < page.length);
    if (this.#bars[0] === first) this.#set([...wanted, ...this.#bars]);
  }

  #set(bars: readonly ChartBar[]): void {
    const isOne = this.#options.contracts === 'last';
    const next = isOne ? lastContract(bars.map((bar) => bar as ChartBar & { contract: string })) : bars;
    const isSame = next.length === this.#bars.length && next.every((bar, index) => bar === this.#bars[index]);
    if (isSame) return;
    this.#bars = next;
    for (const listener of this.#listeners) listener();
  }
}
