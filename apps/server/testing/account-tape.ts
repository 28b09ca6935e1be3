/** The feed of a connected account for tests: the test writes its rows, its clock and its past. */

import type { RithmicFeed } from '@undertow/feeds';
import type { Bar } from '@undertow/market';
import { TapeFeed, type TapeOptions } from './tape-feed.ts';

export class AccountTape extends TapeFeed implements RithmicFeed {
  declare readonly source: 'rithmic';
  /** What the history plant holds, of every instrument. */
  past: readonly Bar[] = [];
  isClosed = false;
  messagesNotUnderstood = 0;

  constructor(options: Omit<TapeOptions, 'source'>) {
    super({ ...options, source: 'rithmic' });
  }

  #onRoll: (instrumentId: number) => void = () => undefined;

  onRoll(listener: (instrumentId: number) => void): void {
    this.#onRoll = listener;
  }

  reconnectNow(): void {
    // A tape has no connection
  }

  /** Another contract is the front month. */
  roll(instrumentId: number): void {
    this.#onRoll(instrumentId);
  }

  async minuteBars(_instrumentId: number, fromMs: number, toMs: number): Promise<readonly Bar[]> {
    return this.past.filter(({ startMs }) => startMs >= fromMs && startMs < toMs);
  }

  override async close(): Promise<void> {
    this.isClosed = true;
    await super.close();
  }
}

/** A bar of ten contracts at one price. */
export function plantBar(startMs: number, priceTicks: number): Bar {
  return {
    ...{
      startMs,
      openTicks: priceTicks,
      highTicks: priceTicks,
      lowTicks: priceTicks,
      closeTicks: priceTicks,
    },
    ...{ volume: 10, buyVolume: 6, sellVolume: 4, trades: 5, vwapTicks: priceTicks },
  };
}
