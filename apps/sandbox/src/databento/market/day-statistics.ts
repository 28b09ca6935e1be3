/** Statistics of a contract's day: settlement and open interest of the day before, then open, high and low as they change. */
import { encodeStatistic } from '@undertow/feeds';
import {
  CME_CALENDAR,
  DAY_MS,
  type ExchangeCalendar,
  NS_PER_MS,
  productCalendar,
  tradingDayBefore,
} from '@undertow/market';
import { NoteFlow } from './flow.ts';
import { priceNanos } from './trade-records.ts';
import { PUBLISHER_ID, type WireContract } from './wire-contract.ts';

const OPENING = 1;
const SETTLEMENT = 3;
const LOW = 4;
const HIGH = 5;
const VOLUME = 6;
const OPEN_INTEREST = 9;
/** Open contracts of a product: invented, but the same in every run. */
const FEWEST_OPEN = 180_000;
const OPEN_A_PRODUCT = 31_337;

export class DayStatistics extends NoteFlow {
  readonly #contract: WireContract;
  /** Trading days are named as the exchange names them, although this one trades round the clock. */
  readonly #calendar: ExchangeCalendar;
  #day: string;
  #endsMs = Number.NEGATIVE_INFINITY;
  #highTicks = 0;
  #lowTicks = 0;
  #lastTicks: number | null = null;
  #volume = 0;
  #sequence = 0;

  constructor(contract: WireContract, nowNs: bigint) {
    super();
    this.#contract = contract;
    this.#calendar = productCalendar(CME_CALENDAR, contract.instrument);
    const nowMs = Number(nowNs / NS_PER_MS);
    this.#day = tradingDayBefore(this.#calendar, this.#calendar.tradingDayOf(nowMs));
    // Without a day before, its settlement is where the simulated market begins
    this.#closeDay(nowMs, contract.instrument.basePriceTicks);
  }

  addTrade(timeMs: number, priceTicks: number, size: number): void {
    if (timeMs >= this.#endsMs) this.#beginDay(timeMs, priceTicks);
    if (priceTicks > this.#highTicks) this.#price(timeMs, HIGH, priceTicks);
    if (priceTicks < this.#lowTicks) this.#price(timeMs, LOW, priceTicks);
    this.#highTicks = Math.max(this.#highTicks, priceTicks);
    this.#lowTicks = Math.min(this.#lowTicks, priceTicks);
    this.#lastTicks = priceTicks;
    this.#volume += size;
  }

  #beginDay(timeMs: number, priceTicks: number): void {
    this.forgetBefore(BigInt(Math.floor(timeMs - DAY_MS)) * NS_PER_MS);
    if (this.#lastTicks !== null) {
      this.#closeDay(timeMs, this.#lastTicks);
      this.#note(timeMs, VOLUME, null, BigInt(this.#volume));
    }
    this.#day = this.#calendar.tradingDayOf(timeMs);
    this.#price(timeMs, OPENING, priceTicks);
    this.#endsMs = this.#calendar.nextOpenMs(timeMs);
    this.#volume = 0;
    this.#highTicks = priceTicks;
    this.#lowTicks = priceTicks;
  }

  #closeDay(timeMs: number, settlementTicks: number): void {
    const { id } = this.#contract.instrument;
    this.#price(timeMs, SETTLEMENT, settlementTicks);
    this.#note(timeMs, OPEN_INTEREST, null, BigInt(FEWEST_OPEN + id * OPEN_A_PRODUCT));
  }

  #price(timeMs: number, statType: number, ticks: number): void {
    this.#note(timeMs, statType, priceNanos(ticks, this.#contract), null);
  }

  #note(timeMs: number, statType: number, nanos: bigint | null, quantity: bigint | null): void {
    const timeNs = BigInt(Math.floor(timeMs)) * NS_PER_MS;
    const statistic = {
      instrumentId: this.#contract.id,
      publisherId: PUBLISHER_ID,
      timeNs,
      referenceNs: BigInt(Date.parse(this.#day)) * NS_PER_MS,
      statType,
      priceNanos: nanos,
      quantity,
      sequence: ++this.#sequence,
    };
    this.push(timeNs, (version) => encodeStatistic(statistic, { version }));
  }
}
