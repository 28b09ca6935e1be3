/** Top of book and volume of each second, computed from the updates of an instrument, a minute at a time. */
import { type Bar, MINUTE_MS } from '@undertow/market';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { TopOfBookSecond } from '#ports/market-store.ts';

interface Volumes {
  volume: number;
  buyVolume: number;
  sellVolume: number;
}

const none = (): Volumes => ({ volume: 0, buyVolume: 0, sellVolume: 0 });

export class VolumeSeconds {
  readonly #onMinute: (seconds: readonly TopOfBookSecond[]) => void;
  /** Those of one minute that are over. */
  #seconds: TopOfBookSecond[] = [];
  /** The part of the minute's bar that was counted already. */
  #minuteMs = Number.NaN;
  #counted = none();
  #second = Number.NaN;
  #volumes = none();
  #best: Pick<TopOfBookSecond, 'bidTicks' | 'bidSize' | 'askTicks' | 'askSize'> = {
    bidTicks: null,
    bidSize: 0,
    askTicks: null,
    askSize: 0,
  };

  constructor(onMinute: (seconds: readonly TopOfBookSecond[]) => void) {
    this.#onMinute = onMinute;
  }

  /** A second is over when an update of a later one arrives; the seconds of a minute are returned with the first one after it. */
  add(update: InstrumentUpdate): void {
    const secondMs = Math.floor(update.asOfMs / 1000) * 1000;
    if (secondMs > this.#second) this.#endSecond();
    // Updates never go back in time; the first one starts the count
    if (!(secondMs < this.#second)) this.#second = secondMs;
    if (update.takesOver === true) this.#begin(update);
    else this.#countAll(update);
    if (update.book === null) return;
    const [bid] = update.book.bids;
    const [ask] = update.book.asks;
    this.#best = {
      bidTicks: bid?.priceTicks ?? null,
      bidSize: bid?.size ?? 0,
      askTicks: ask?.priceTicks ?? null,
      askSize: ask?.size ?? 0,
    };
  }

  /** Returns what was not, with the second that is not over. */
  flush(): void {
    this.#endSecond();
    this.#endMinute();
  }

  #endSecond(): void {
    const secondMs = this.#second;
    if (Number.isNaN(secondMs)) return;
    const [first] = this.#seconds;
    if (first !== undefined && Math.floor(first.secondMs / MINUTE_MS) < Math.floor(secondMs / MINUTE_MS))
      this.#endMinute();
    this.#seconds.push({ secondMs, ...this.#best, ...this.#volumes });
    this.#volumes = none();
    this.#second = Number.NaN;
  }

  #endMinute(): void {
    const seconds = this.#seconds;
    if (seconds.length === 0) return;
    this.#seconds = [];
    this.#onMinute(seconds);
  }

  #countAll({ closedBars, formingBar }: Pick<InstrumentUpdate, 'closedBars' | 'formingBar'>): void {
    for (const bar of closedBars) this.#count(bar);
    if (formingBar !== null) this.#count(formingBar);
  }

  /** Its bars are those of the owner before, who counted them. */
  #begin(update: InstrumentUpdate): void {
    this.#countAll(update);
    this.#volumes = none();
  }

  #count(bar: Bar): void {
    const before = bar.startMs === this.#minuteMs ? this.#counted : none();
    this.#volumes.volume += bar.volume - before.volume;
    this.#volumes.buyVolume += bar.buyVolume - before.buyVolume;
    this.#volumes.sellVolume += bar.sellVolume - before.sellVolume;
    this.#minuteMs = bar.startMs;
    this.#counted = { volume: bar.volume, buyVolume: bar.buyVolume, sellVolume: bar.sellVolume };
  }
}
