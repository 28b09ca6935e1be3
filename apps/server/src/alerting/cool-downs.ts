/** The last firings of each rule, by instrument and, where events raise it, by event type. */
import { MINUTE_MS } from '@undertow/market';
import type { RuleFiring } from '#ports/alerts.ts';

/** Rules, instruments and types kept in memory; beyond it the least recently fired are evicted. */
const MAX_KEYS = 200_000;
/**
 * Firings kept for one key: an event that is notified late may lie between them, so the last one alone is not enough.
 */
const MAX_FIRINGS = 256;
/** Maximum age of a firing in real time: the same as `FRESH_MS` of a step. */
const MAX_AGE_MS = 5000;
/** How far a market's clock must run ahead of the monotonic clock to count as having been set. */
const JUMP_MS = MINUTE_MS;

type Named = Pick<RuleFiring, 'ruleId' | 'instrumentId' | 'eventType'>;

interface Fired extends Pick<RuleFiring, 'alertId' | 'atMs'> {
  /** When it was received, on a monotonic clock. */
  readonly receivedMs: number;
  /** Received in real time, not from the record. */
  readonly isLive: boolean;
}

function keyOf({ ruleId, instrumentId, eventType }: Named): string {
  return `${ruleId}/${instrumentId}/${eventType ?? ''}`;
}

/** True when the earlier firing suppresses this one, both received in real time. */
function suppressesLive(before: Fired, { atMs, receivedMs }: Fired, coolDownMs: number): boolean {
  const passedMs = receivedMs - before.receivedMs;
  // However far the market's clock was set in between
  if (before.isLive && passedMs >= 0 && passedMs < coolDownMs - MAX_AGE_MS) return true;
  return Math.abs(atMs - before.atMs) < coolDownMs && passedMs < coolDownMs + JUMP_MS;
}

export class CoolDowns {
  /** Of each key in the order in which they were taken. */
  readonly #fired = new Map<string, readonly Fired[]>();

  /** Loads the stored firings; `nowMs` as in `take`. */
  restore(firings: readonly RuleFiring[], nowMs: number): void {
    for (const firing of firings) {
      const { alertId, atMs } = firing;
      this.#put(keyOf(firing), { alertId, atMs, receivedMs: nowMs, isLive: false });
    }
  }

  /**
   * Accepts a firing unless the rule is cooling down at its instant; returns a function that takes it back, or null
   * when it is
   * suppressed. For the record only the market's clock counts. A firing in real time also counts on the monotonic clock
   * of
   * `nowMs`: a market's clock that is set neither silences a rule nor lets it fire in a storm.
   */
  take(
    firing: RuleFiring,
    coolDownSeconds: number,
    received: { readonly nowMs: number; readonly isLive: boolean },
  ): (() => void) | null {
    const { alertId, atMs } = firing;
    const key = keyOf(firing);
    const fired = this.#fired.get(key) ?? [];
    // The same cause again, after a restart: its alert is stored already
    if (coolDownSeconds === 0 || fired.some((one) => one.alertId === alertId)) return () => undefined;
    const taken: Fired = { alertId, atMs, receivedMs: received.nowMs, isLive: received.isLive };
    const coolDownMs = coolDownSeconds * 1000;
    const isHeld = received.isLive
      ? fired.some((one) => suppressesLive(one, taken, coolDownMs))
      : fired.some((one) => Math.abs(atMs - one.atMs) < coolDownMs);
    if (isHeld) return null;
    this.#put(key, taken);
    return () => {
      const left = (this.#fired.get(key) ?? []).filter((one) => one !== taken);
      this.#fired.set(key, left);
    };
  }

  #put(key: string, taken: Fired): void {
    const before = this.#fired.get(key) ?? [];
    this.#fired.delete(key);
    this.#fired.set(key, [...before, taken].slice(-MAX_FIRINGS));
    const [oldest] = this.#fired.keys();
    if (this.#fired.size > MAX_KEYS && oldest !== undefined) this.#fired.delete(oldest);
  }
}
