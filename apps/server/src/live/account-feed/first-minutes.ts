/**
 * Completes the minute in which a session began: what traded before its first row is in no live data, and in the history
 * plant once the minute is final there.
 */
import { type MarketFacts, MINUTE_MS } from '@undertow/market';
import type { Log } from '#ports/log.ts';
import type { PlantHistory } from './plant-history.ts';

/** The plant's bar of a minute is final this long after the minute began, and what was requested before is not used. */
const FINAL_MS = 150_000;
/** A plant that has no such minute by then is not queried for it again. */
const LATEST_MS = 10 * MINUTE_MS;

interface FirstMinutesInput {
  readonly plant: Pick<PlantHistory, 'listBars'>;
  readonly source: string;
  readonly log: Log;
}

interface FirstMinute {
  readonly startMs: number;
  readonly facts: MarketFacts;
}

export class FirstMinutes {
  readonly #input: FirstMinutesInput;
  /** By instrument, of its present session. */
  readonly #waiting = new Map<number, FirstMinute>();

  constructor(input: FirstMinutesInput) {
    this.#input = input;
  }

  /** A session has its first row, at `firstMs` (milliseconds since 1970 UTC). */
  begin(instrumentId: number, facts: MarketFacts, firstMs: number): void {
    this.#waiting.set(instrumentId, { startMs: Math.floor(firstMs / MINUTE_MS) * MINUTE_MS, facts });
  }

  /** To be called about once a minute, by the feed's clock. Never rejects. */
  async check(nowMs: number): Promise<void> {
    for (const [instrumentId, minute] of this.#waiting) {
      const ageMs = nowMs - minute.startMs;
      if (ageMs >= LATEST_MS) this.#waiting.delete(instrumentId);
      else if (ageMs >= FINAL_MS) await this.#complete(instrumentId, minute);
    }
  }

  async #complete(instrumentId: number, minute: FirstMinute): Promise<void> {
    const { plant, source, log } = this.#input;
    const { startMs, facts } = minute;
    try {
      const [bar] = await plant.listBars(instrumentId, source, startMs, startMs + MINUTE_MS);
      // Meanwhile another session may have begun
      if (bar?.levels === undefined || this.#waiting.get(instrumentId) !== minute) return;
      this.#waiting.delete(instrumentId);
      facts.completeMinute(startMs, bar.levels);
    } catch (error) {
      log.warn({ err: error, instrumentId }, 'the first minute of a session was not completed');
    }
  }
}
