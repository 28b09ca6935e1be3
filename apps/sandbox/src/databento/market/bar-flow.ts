/** Bars of one length: made of trades, sent when their interval is over; intervals without trades have none. */
import { NS_PER_MS } from '@undertow/market';
import { ArchivedFlow } from './flow.ts';
import { priceNanos } from './trade-records.ts';
import { PUBLISHER_ID, type WireContract } from './wire-contract.ts';

const BAR_BYTES = 56;

interface OpenBar {
  readonly startMs: number;
  readonly openTicks: number;
  highTicks: number;
  lowTicks: number;
  closeTicks: number;
  volume: number;
}

export class BarFlow extends ArchivedFlow {
  readonly #contract: WireContract;
  readonly #rtype: number;
  readonly #lengthMs: number;
  #bar: OpenBar | null = null;

  constructor(contract: WireContract, rtype: number, lengthMs: number) {
    super();
    this.#contract = contract;
    this.#rtype = rtype;
    this.#lengthMs = lengthMs;
  }

  addTrade(timeMs: number, priceTicks: number, size: number): void {
    this.advance(timeMs);
    const bar = this.#bar;
    if (bar === null) {
      const startMs = Math.floor(timeMs / this.#lengthMs) * this.#lengthMs;
      const [openTicks, highTicks, lowTicks] = [priceTicks, priceTicks, priceTicks];
      this.#bar = { startMs, openTicks, highTicks, lowTicks, closeTicks: priceTicks, volume: size };
      return;
    }
    bar.highTicks = Math.max(bar.highTicks, priceTicks);
    bar.lowTicks = Math.min(bar.lowTicks, priceTicks);
    bar.closeTicks = priceTicks;
    bar.volume += size;
  }

  /** The market has reached this time. */
  advance(timeMs: number): void {
    const bar = this.#bar;
    if (bar === null || timeMs < bar.startMs + this.#lengthMs) return;
    this.#bar = null;
    this.push(this.#record(bar));
  }

  #record(bar: OpenBar): Uint8Array {
    const record = Buffer.alloc(BAR_BYTES);
    record.writeUInt8(BAR_BYTES / 4, 0);
    record.writeUInt8(this.#rtype, 1);
    record.writeUInt16LE(PUBLISHER_ID, 2);
    record.writeUInt32LE(this.#contract.id, 4);
    record.writeBigUInt64LE(BigInt(bar.startMs) * NS_PER_MS, 8);
    const prices = [bar.openTicks, bar.highTicks, bar.lowTicks, bar.closeTicks];
    prices.forEach((ticks, n) => {
      record.writeBigInt64LE(priceNanos(ticks, this.#contract), 16 + n * 8);
    });
    record.writeBigUInt64LE(BigInt(bar.volume), 48);
    return record;
  }
}
