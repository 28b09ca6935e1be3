/** What an owner's own feed did around their trades, over its stored bars and events. */
import { type Bar, DAY_MS, epochMs, type FlowEvent, MINUTE_MS } from '@undertow/market';
import { and, eq, sql } from 'drizzle-orm';
import { accountBars } from '#adapters/storage/tables/account-tables.ts';
import type { AccountMarket } from '#ports/account-feeds.ts';
import type {
  ContextSpan,
  ContextStore,
  PriceRange,
  RecordedContext,
  RecordedMarket,
} from '#ports/journal.ts';
import type { OwnerKeys } from './owner-keys.ts';

/** As of the house's market: events of two minutes before the entry, bars of 30 minutes after the exit. */
const BEFORE_ENTRY_MS = 2 * MINUTE_MS;
const COVERED_MS = 3 * MINUTE_MS;
const AFTER_EXIT_MS = 30 * MINUTE_MS;
const MAX_EVENTS = 10_000;
/** Days in memory: trades are looked up in order of time. */
const MAX_DAYS = 3;

type Reads = Pick<AccountMarket, 'listBars' | 'listEvents'>;

interface Day {
  readonly bars: readonly Bar[];
  readonly events: readonly FlowEvent[];
}

function rangeOf(bars: readonly Bar[]): PriceRange | null {
  if (bars.length === 0) return null;
  return {
    highTicks: bars.reduce((high, bar) => Math.max(high, bar.highTicks), Number.NEGATIVE_INFINITY),
    lowTicks: bars.reduce((low, bar) => Math.min(low, bar.lowTicks), Number.POSITIVE_INFINITY),
  };
}

/** Bars and events of a market by the day, the last ones kept. */
class Days {
  readonly #reads: Reads;
  readonly #market: RecordedMarket;
  readonly #days = new Map<number, Promise<Day>>();

  constructor(reads: Reads, market: RecordedMarket) {
    this.#reads = reads;
    this.#market = market;
  }

  /** With `fromMs <= time < toMs`. */
  async between(fromMs: number, toMs: number): Promise<Day> {
    const bars: Bar[] = [];
    const events: FlowEvent[] = [];
    for (let day = Math.floor(fromMs / DAY_MS); day * DAY_MS < toMs; day += 1) {
      const found = await this.#day(day);
      bars.push(...found.bars.filter(({ startMs }) => startMs >= fromMs && startMs < toMs));
      events.push(
        ...found.events.filter(({ detectedNs }) => {
          const detectedMs = Number(detectedNs / 1_000_000n);
          return detectedMs >= fromMs && detectedMs < toMs;
        }),
      );
    }
    return { bars, events };
  }

  #day(day: number): Promise<Day> {
    const known = this.#days.get(day);
    if (known !== undefined) return known;
    const read = this.#read(day * DAY_MS);
    this.#days.set(day, read);
    const [oldest] = this.#days.keys();
    if (this.#days.size > MAX_DAYS && oldest !== undefined) this.#days.delete(oldest);
    return read;
  }

  async #read(fromMs: number): Promise<Day> {
    const { instrumentId, source, types } = this.#market;
    const toMs = fromMs + DAY_MS;
    const [bars, events] = await Promise.all([
      this.#reads.listBars(instrumentId, source, fromMs, toMs),
      this.#reads.listEvents([instrumentId], source, types, fromMs, toMs, MAX_EVENTS),
    ]);
    return { bars, events };
  }
}

async function contextOf(days: Days, span: ContextSpan, untilMs: number): Promise<RecordedContext> {
  const { id, entryMs, exitMs } = span;
  const before = await days.between(entryMs - COVERED_MS + 1, entryMs + 1);
  const signals = await days.between(entryMs - BEFORE_ENTRY_MS, entryMs);
  const isOver = exitMs + AFTER_EXIT_MS <= untilMs;
  const after = isOver ? await days.between(exitMs, exitMs + AFTER_EXIT_MS) : null;
  return {
    id,
    covered: before.bars.length > 0,
    typesBeforeEntry: [...new Set(signals.events.map(({ type }) => type))],
    afterExit: after === null ? null : rangeOf(after.bars),
  };
}

export function accountContexts(keys: OwnerKeys, userId: string, reads: Reads): ContextStore {
  return {
    async recorded({ instrumentId, source }) {
      const { startMs } = accountBars;
      const mine = and(
        eq(accountBars.userId, userId),
        eq(accountBars.source, source),
        eq(accountBars.instrumentId, instrumentId),
      );
      const [row] = await keys.orm
        .select({
          first: sql<string | null>`min(${startMs})::text`,
          last: sql<string | null>`max(${startMs})::text`,
        })
        .from(accountBars)
        .where(mine);
      if (row === undefined || row.first === null || row.last === null) return undefined;
      return { fromMs: Number(row.first), toMs: Number(row.last) + MINUTE_MS };
    },

    async range({ instrumentId, source, untilMs }, fromMs, toMs) {
      const firstMs = Math.floor(fromMs / MINUTE_MS) * MINUTE_MS;
      const lastMs = epochMs(Math.floor(Math.min(toMs, untilMs - MINUTE_MS)));
      return rangeOf(await reads.listBars(instrumentId, source, firstMs, lastMs + 1)) ?? undefined;
    },

    async around(market, spans) {
      const days = new Days(reads, market);
      const found: RecordedContext[] = [];
      for (const span of spans.toSorted((a, b) => a.entryMs - b.entryMs))
        if (span.entryMs <= market.untilMs) found.push(await contextOf(days, span, market.untilMs));
      return found;
    },
  };
}
