/** Reads what a delayed viewer receives, and notes whatever of the rising market is younger than their delay. */
import { ceiling, RISING_SINCE } from './rising-market.ts';

export const DELAY_MS = 900_000;
/** Every price of this market has four digits and a fraction. */
export const PRICE = /\d{4,}\.\d{2,}/g;
/** Timestamps of market facts. */
const MARKET_INSTANTS =
  /"(?:timestamp|asOf|x-as-of|time|detectedAt|startedAt|updatedAt|lastMessageAt|raisedAt|settledAt|at|from|to)":"([^"]+)"/g;

export class LeakOracle {
  highest = 0;
  bytes = 0;
  readonly leaks: string[] = [];

  /** `elapsedMs` is the true time since the start at which the text was received. */
  read(text: string, elapsedMs: number, channel: string): void {
    this.bytes += text.length;
    const allowedMs = elapsedMs - DELAY_MS;
    const limit = ceiling(Math.floor(allowedMs / 1000));
    for (const [found] of text.matchAll(PRICE)) {
      const price = Number(found);
      this.highest = Math.max(this.highest, price);
      if (price > limit) this.leaks.push(`${channel}: ${found} above ${limit} at ${elapsedMs}`);
    }
    for (const [, instant = ''] of text.matchAll(MARKET_INSTANTS)) {
      if (Date.parse(instant) > RISING_SINCE + allowedMs)
        this.leaks.push(`${channel}: ${instant} at ${elapsedMs}`);
    }
  }
}
