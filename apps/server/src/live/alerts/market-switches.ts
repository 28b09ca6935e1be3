/** A rule that fired on one market is silent on the other for a minute: what both show of one moment alerts once. */
import { MINUTE_MS } from '@undertow/market';
import type { Firing } from '#alerting/market-step.ts';
import type { RuleMarket } from '#ports/alerts.ts';

const SILENT_MS = MINUTE_MS;
/** Rules, instruments and types kept in memory; beyond it the least recently fired are evicted. */
const MAX_KEYS = 100_000;

interface Fired {
  readonly market: RuleMarket['market'];
  readonly atMs: number;
}

export class MarketSwitches {
  readonly #fired = new Map<string, Fired>();

  /** False where the same rule fired for the same on the other market within the minute; else it is noted. */
  mayFire({ compiled, fact, atMs }: Firing, { market }: RuleMarket): boolean {
    const cause = fact.kind === 'event' ? fact.event.type : fact.kind;
    const key = `${compiled.rule.id}/${compiled.instrument.id}/${cause}`;
    const before = this.#fired.get(key);
    if (before !== undefined && before.market !== market && Math.abs(atMs - before.atMs) < SILENT_MS)
      return false;
    this.#fired.delete(key);
    this.#fired.set(key, { market, atMs });
    const [oldest] = this.#fired.keys();
    if (this.#fired.size > MAX_KEYS && oldest !== undefined) this.#fired.delete(oldest);
    return true;
  }
}
