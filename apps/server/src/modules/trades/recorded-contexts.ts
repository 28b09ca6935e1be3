/** What the recorded market did around a user's positions, as far as their plan lets them see it. */
import type { TradeContext } from '@undertow/journal';
import { type Instrument, instrumentById, settledMsOf } from '@undertow/market';
import type { Entitlement, Entitlements } from '#ports/entitlements.ts';
import type { ContextStore, RecordedContext, RecordedMarket } from '#ports/journal.ts';
import type { JournalRead, JournalWork, RecordedPosition } from '#ports/journal-work.ts';
import type { LiveViews } from '#ports/live-views.ts';

const NANOS = 1e9;
/** Maximum of positions, the newest ones. */
const MAX_POSITIONS = 20_000;

export interface ContextParts {
  readonly tradeContexts: ContextStore;
  readonly journalWork: JournalWork;
  readonly entitlements: Entitlements;
  readonly views: LiveViews;
}

/** The recorded market of an instrument as the reader may see it now: from storage, watched today or not. */
export function marketOf(views: LiveViews, { rules }: Entitlement, instrumentId: number): RecordedMarket {
  const { source, asOfMs } = views.present(rules.delaySeconds);
  return { instrumentId, source, types: rules.eventTypes, untilMs: settledMsOf(asOfMs, rules.delaySeconds) };
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

/** Contexts of the positions that recorded market data of these sources may cover; nothing after an entry is used. */
export async function recordedContexts(
  { tradeContexts, journalWork, entitlements, views }: ContextParts,
  journal: JournalRead,
  isWanted: (source: string) => boolean,
): Promise<readonly TradeContext[]> {
  const entitlement = await entitlements.of(journal.userId);
  const markets = entitlement.activeInstrumentIds.flatMap((id) => {
    const instrument = instrumentById(id);
    const market = marketOf(views, entitlement, id);
    if (instrument === undefined || !isWanted(market.source)) return [];
    return [{ instrument, market }];
  });
  const recorded = [];
  for (const { instrument, market } of markets) {
    const span = await tradeContexts.recorded(market);
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
    for (const context of await tradeContexts.around(market, [...positions.values()])) {
      const position = positions.get(context.id);
      if (position !== undefined) contexts.push(contextOf(instrument, position, context));
    }
  }
  return contexts;
}
