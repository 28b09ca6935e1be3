/** When each rule fired, for an instrument and, where events raise it, an event type. */
import type { RuleFiring } from '#ports/alerts.ts';

/** Rules, instruments and types remembered: beyond it those that fired least recently are forgotten. */
const MAX_KEYS = 200_000;
/** Firings of one: an event that is told late may lie between them, so the last one alone is not enough. */
const MAX_FIRINGS = 256;
/** What is told as it happens is at most so old: the same as `FRESH_MS` of a step. */
const MAX_AGE_MS = 5000;
/** A market's clock that ran so much further than a clock that cannot jump was set. */
const JUMP_MS = 60_000;

type Named = Pick<RuleFiring, 'ruleId' | 'instrumentId' | 'eventType'>;

interface Fired extends Pick<RuleFiring, 'alertId' | 'atMs'> {
  /** When it was heard of, on a clock that cannot jump. */
  readonly heardMs: number;
  /** Heard of as it happened, not from the record. */
  readonly isLive: boolean;
}

function keyOf({ ruleId, instrumentId, eventType }: Named): string {
  return `${ruleId}/${instrumentId}/${eventType ?? ''}`;
}

/** True when `before` holds what was heard of as it happened. */
function holdsLive(before: Fired, { atMs, heardMs }: Fired, coolDownMs: number): boolean {
  const passedMs = heardMs - before.heardMs;
  // However far the market's clock was set meanwhile
  if (before.isLive && passedMs < coolDownMs - MAX_AGE_MS) return true;
  return Math.abs(atMs - before.atMs) < coolDownMs && passedMs < coolDownMs + JUMP_MS;
}

export class CoolDowns {
  /** Of each key in the order in which they were taken. */
  readonly #fired = new Map<string, readonly Fired[]>();

  /** Takes what storage holds; `nowMs` as in `take`. */
  restore(firings: readonly RuleFiring[], nowMs: number): void {
    for (const firing of firings) {
      const { alertId, atMs } = firing;
      this.#put(keyOf(firing), { alertId, atMs, heardMs: nowMs, isLive: false });
    }
  }

  /**
   * Takes a firing unless the rule cools down at its instant; answers how to take it back, or null when it is held. From
   * the record the market's clock alone counts. What is heard of as it happens also counts on the clock of `nowMs`, which
   * cannot jump: a market's clock that is set neither silences a rule nor lets it fire in a storm.
   */
  take(
    firing: RuleFiring,
    coolDownSeconds: number,
    heard: { readonly nowMs: number; readonly isLive: boolean },
  ): (() => void) | null {
    const { alertId, atMs } = firing;
    const key = keyOf(firing);
    const fired = this.#fired.get(key) ?? [];
    // The same cause again, after a restart: storage holds its alert already
    if (coolDownSeconds === 0 || fired.some((one) => one.alertId === alertId)) return () => undefined;
    const taken: Fired = { alertId, atMs, heardMs: heard.nowMs, isLive: heard.isLive };
    const coolDownMs = coolDownSeconds * 1000;
    const isHeld = heard.isLive
      ? fired.some((one) => holdsLive(one, taken, coolDownMs))
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
