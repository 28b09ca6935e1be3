/** Which instants a viewer of a market may replay now, of instruments that are replayed together. */
import { instantOfMs } from '@undertow/contracts';
import { calendarOf, type Instrument, instrumentById, productCalendar } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import type { FeedViewSource } from '#live/views/view-resolver.ts';
import type { Entitlement } from '#ports/entitlements.ts';
import { holdSecondsOf, type ReplayBounds, replayBounds } from './replay-bounds.ts';

/** Null where the plan includes no replay. The longest hold of the instruments counts for all of them: they are at one instant. */
export function viewerBounds(
  base: FeedViewSource,
  { rules }: Entitlement,
  instruments: readonly Instrument[],
): ReplayBounds | null {
  const [first] = instruments;
  if (first === undefined) return null;
  const holds = instruments.map(({ id }) => holdSecondsOf(rules, base.access(id)));
  const { source, asOfMs } = base.views.present(Math.max(...holds));
  return replayBounds(rules, productCalendar(calendarOf(source), first), asOfMs);
}

/** Refuses where the plan includes no replay. */
export function requireBounds(
  base: FeedViewSource,
  entitlement: Entitlement,
  instruments: readonly Instrument[],
): ReplayBounds {
  const bounds = viewerBounds(base, entitlement, instruments);
  if (bounds === null) throw new AppError('REPLAY_TOO_OLD');
  return bounds;
}

/** Refuses an instant outside of the bounds. */
export function requireWithin({ earliestMs, latestMs }: ReplayBounds, atMs: number): void {
  const said = `This instant cannot be replayed yet. Your plan replays up to ${instantOfMs(latestMs)}.`;
  if (atMs > latestMs) throw new AppError('REPLAY_NOT_YET', undefined, 0, said);
  if (earliestMs !== null && atMs < earliestMs) throw new AppError('REPLAY_TOO_OLD');
}

export function requireFound(instrumentId: number): Instrument {
  const instrument = instrumentById(instrumentId);
  if (instrument === undefined) throw new AppError('INSTRUMENT_UNKNOWN');
  return instrument;
}
