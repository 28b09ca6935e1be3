/** Which sessions a rule was tested on. */
import { MINUTE_MS } from '@undertow/market';
import type { SessionFacts } from '#facts/session-facts.ts';
import type { TestedOn } from '#results/backtest-result.ts';

export class SessionSummary {
  /** Position of each trading day. */
  readonly days = new Map<string, number>();
  readonly #detectors = new Set<string>();
  readonly #sources = new Set<string>();
  #gaps = 0;
  #gapMs = 0;
  #halts = 0;
  #rolls = 0;
  #contract: string | null | undefined;

  /** Throws RangeError for a session that is not later than the one before. */
  add({ tradingDay, detectors, source, spans, contract }: SessionFacts): void {
    const last = [...this.days.keys()].at(-1);
    if (last !== undefined && tradingDay <= last)
      throw new RangeError(`expected a session after ${last}, got ${tradingDay}`);
    this.days.set(tradingDay, this.days.size);
    this.#detectors.add(detectors);
    this.#sources.add(source);
    const gaps = spans.filter(({ kind }) => kind === 'gap');
    if (gaps.length > 0) this.#gaps += 1;
    this.#gapMs += gaps.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
    this.#halts += spans.filter(({ kind }) => kind === 'halt').length;
    if (this.#contract !== undefined && this.#contract !== contract) this.#rolls += 1;
    this.#contract = contract;
  }

  testedOn(): TestedOn {
    const days = [...this.days.keys()];
    return {
      sessions: days.length,
      from: days[0] ?? '',
      to: days.at(-1) ?? '',
      gaps: this.#gaps,
      gapMinutes: Math.round(this.#gapMs / MINUTE_MS),
      halts: this.#halts,
      rolls: this.#rolls,
      detectors: [...this.#detectors],
      sources: [...this.#sources],
    };
  }
}
