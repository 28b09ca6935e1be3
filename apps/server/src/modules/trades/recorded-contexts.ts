/** What the recorded market did around a user's positions, as far as their plan lets them see it. */
import type { MarketLine } from '@undertow/contracts';
import type { TradeContext } from '@undertow/journal';
import { type Instrument, instrumentById, settledMsOf } from '@undertow/market';
import type { ViewSource } from '#ports/account-feeds.ts';
import type { Entitlement, Entitlements } from '#ports/entitlements.ts';
import type { ContextStore, RecordedContext, RecordedMarket } from '#ports/journal.ts';
import type { JournalRead, JournalWork, RecordedPosition } from '#ports/journal-work.ts';
import type { MarketStore } from '#ports/market-store.ts';

const NANOS = 1e9;
/** Maximum of positions, the newest ones. */
const MAX_POSITIONS = 20_000;

export interface ContextParts {
  readonly journalWork: JournalWork;
  readonly entitlements: Entitlements;
}

/** The recorded market beside which trades are put. */
export interface JournalMarket {
  readonly line: MarketLine;
  readonly source: string;
  /** What the reader may have of an instrument. */
  readonly access: ViewSource['access'];
  /** Nothing after it is visible to a reader of this delay yet. */
  untilMs(delaySeconds: number): number;
  readonly contexts: ContextStore;
  readonly events: Pick<MarketStore, 'listEvents'>;
}

interface HouseStores {
  readonly tradeContexts: ContextStore;
  readonly marketStore: Pick<MarketStore, 'listEvents'>;
}

/** The market of a line: what the owner's store has of their own, else what the house has of the platform's. */
export function journalMarketOf(
  { tradeContexts, marketStore }: HouseStores,
  { views, access, market }: Pick<ViewSource, 'views' | 'access' | 'market'>,
): JournalMarket {
  const { source } = views.present(0);
  const untilMs = (delaySeconds: number): number =>
    settledMsOf(views.present(delaySeconds).asOfMs, delaySeconds);
  const seen = { source, access, untilMs };
  return market === null
    ? { ...seen, line: 'platform', contexts: tradeContexts, events: marketStore }
    : { ...seen, line: 'own', contexts: market.contexts, events: market };
}

/** The recorded market of an instrument as the reader may see it now: from storage, watched today or not. */
export function marketOf(
  { source, access, untilMs }: JournalMarket,
  { rules }: Entitlement,
  instrumentId: number,
): RecordedMarket {
  const { recordedDelaySeconds, withheld } = access(instrumentId);
  const types = withheld('events') === null ? rules.eventTypes : [];
  return { instrumentId, source, types, untilMs: untilMs(recordedDelaySeconds) };
}

/** Money of a move from a price to a price in ticks, in the position's direction; at or above zero. */
export function moneyBeyond(
  instrument: Instrument,
  position: Pick<RecordedPosition, 'side' | 'quantity' | 'pointValue'>,
  fromPrice: number,
  toTicks: number,
): number {
  const toPrice = (toTicks * instrument.tickNanos) / NANOS;
  const move = position.side === 'long' ? toPrice - fromPrice : fromPrice - toPrice;
  const pointValue = position.pointValue ?? instrument.pointValue;
  return Math.max(0, Math.round(move * position.quantity * pointValue * 1e6));
}

function contextOf(
  instrument: Instrument,
  position: RecordedPosition,
  { covered, typesBeforeEntry, afterExit }: RecordedContext,
): TradeContext {
  const { id, side, exitPrice } = position;
  const beyond = (ticks: number, other: 'long' | 'short'): number | null =>
    exitPrice === null ? null : moneyBeyond(instrument, { ...position, side: other }, exitPrice, ticks);
  const against = side === 'long' ? 'short' : 'long';
  const best = side === 'long' ? afterExit?.highTicks : afterExit?.lowTicks;
  const worst = side === 'long' ? afterExit?.lowTicks : afterExit?.highTicks;
  return {
    tradeId: id,
    covered,
    typesBeforeEntry,
    mfeAfterExitMicros: best === undefined ? null : beyond(best, side),
    maeAfterExitMicros: worst === undefined ? null : beyond(worst, against),
  };
}

/** Contexts of the positions that the recorded market may cover; nothing after an entry is used. */
export async function recordedContexts(
  { journalWork, entitlements }: ContextParts,
  journal: JournalRead,
  journalMarket: JournalMarket,
): Promise<readonly TradeContext[]> {
  const entitlement = await entitlements.of(journal.userId);
  const markets = entitlement.activeInstrumentIds.flatMap((id) => {
    const instrument = instrumentById(id);
    const market = marketOf(journalMarket, entitlement, id);
    if (instrument === undefined || journalMarket.access(id).withheld('recordings') !== null) return [];
    return [{ instrument, market }];
  });
  const recorded = [];
  for (const { instrument, market } of markets) {
    const span = await journalMarket.contexts.recorded(market);
    if (span !== undefined) recorded.push({ root: instrument.symbol, ...span });
  }
  if (recorded.length === 0) return [];
  const found = await journalWork.compute(journal, { kind: 'positions', recorded });
  const newest = found.toSorted((a, b) => b.entryMs - a.entryMs).slice(0, MAX_POSITIONS);
  const contexts: TradeContext[] = [];
  for (const { instrument, market } of markets) {
    const positions = new Map(
      newest.flatMap((one) => (one.root === instrument.symbol ? [[one.id, one] as const] : [])),
    );
    for (const context of await journalMarket.contexts.around(market, [...positions.values()])) {
      const position = positions.get(context.id);
      if (position !== undefined) contexts.push(contextOf(instrument, position, context));
    }
  }
  return contexts;
}
