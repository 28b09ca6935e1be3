/** What the last minutes of a session brought, kept for the case that its process owns the instrument next and the owner before published less. */
import { joinAllPrints, joinSpans, type PrintRows } from '@undertow/market';
import type { InstrumentUpdate } from '#ports/bus.ts';

/** Longer than a lease lasts, a start takes and NATS or PostgreSQL are usually away. */
const KEEP_MS = 10 * 60_000;
/** Executions are far more than everything else: what is older is in the recorded spans of an owner. */
const KEEP_PRINTS_MS = 2 * 60_000;

type Signals = Pick<InstrumentUpdate, 'asOfMs' | 'events' | 'patterns' | 'trackRows' | 'gaps'>;
type Trades = Pick<InstrumentUpdate, 'asOfMs' | 'traded'> & { readonly prints: PrintRows };

export class RecentNews {
  #contract = '';
  #signals: Signals[] = [];
  #trades: Trades[] = [];

  add(update: InstrumentUpdate): void {
    const { contract, asOfMs, events, patterns, trackRows, gaps, traded, prints, backfill } = update;
    // History that is caught up with was published by the owner, or is stored already
    if (contract !== this.#contract || backfill) [this.#signals, this.#trades] = [[], []];
    this.#contract = contract;
    if (backfill) return;
    if (events.length + patterns.length + trackRows.length + (gaps?.length ?? 0) > 0)
      this.#signals.push({ asOfMs, events, patterns, trackRows, ...(gaps === undefined ? {} : { gaps }) });
    if (prints !== null) this.#trades.push({ asOfMs, traded, prints });
    while ((this.#signals[0]?.asOfMs ?? asOfMs) < asOfMs - KEEP_MS) this.#signals.shift();
    while ((this.#trades[0]?.asOfMs ?? asOfMs) < asOfMs - KEEP_PRINTS_MS) this.#trades.shift();
  }

  /** The update with all of it; it is kept further. */
  joinedTo(update: InstrumentUpdate): InstrumentUpdate {
    if (update.contract !== this.#contract) return update;
    const signals = [...this.#signals, update];
    const gaps = signals.flatMap((one) => one.gaps ?? []);
    const prints = [
      ...this.#trades.map((one) => one.prints),
      ...(update.prints === null ? [] : [update.prints]),
    ];
    return {
      ...update,
      events: signals.flatMap(({ events }) => events),
      patterns: signals.flatMap(({ patterns }) => patterns),
      trackRows: signals.flatMap(({ trackRows }) => trackRows),
      ...(gaps.length === 0 ? {} : { gaps }),
      traded: this.#trades.reduceRight((later, { traded }) => joinSpans(traded, later), update.traded),
      prints: prints.length === 0 ? null : joinAllPrints(prints),
    };
  }
}
