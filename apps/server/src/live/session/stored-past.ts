/** The stored history of an instrument, from which its session resumes. */
import type { Feed } from '@undertow/feeds';
import {
  type Bar,
  contractBeganMs,
  DAY_MS,
  FLOW_EVENT_TYPES,
  type FlowEvent,
  MINUTE_MS,
} from '@undertow/market';
import type { MarketStore } from '#ports/market-store.ts';

/** History that session levels and ranks are based on: the prior trading day, over a long weekend. */
const RESTORED_MS = 5 * DAY_MS;
/** Events that new ones are ranked against: more than a trading day raises. */
const MAX_EVENTS = 10_000;

export interface StoredPast {
  /** Bars of one minute, oldest first. */
  readonly storedBars: readonly Bar[];
  /** Events in their last state, oldest first. */
  readonly storedEvents: readonly FlowEvent[];
  /** True when the feed resumes in the middle of the last stored bar. */
  readonly resumes: boolean;
}

export const NO_PAST: StoredPast = { storedBars: [], storedEvents: [], resumes: false };

/** The bars that a session resumes from, whose first row is of `firstMs`. */
export function barsBefore({ storedBars, resumes }: StoredPast, firstMs: number): readonly Bar[] {
  // The minute of the first row has a stored part only when the feed resumes within it
  const untilMs = resumes ? firstMs : firstMs - MINUTE_MS;
  return storedBars.filter((bar) => bar.startMs <= untilMs);
}

export type PastStore = Pick<MarketStore, 'lastBar' | 'listBars' | 'listEvents'>;

/** Of the contract that the feed serves, and of no other one. Fails as the storage fails. */
export async function readStoredPast(
  store: PastStore,
  feed: Pick<Feed, 'source' | 'run' | 'contractOf'>,
  id: number,
): Promise<StoredPast> {
  const { source, run } = feed;
  const last = await store.lastBar(id, source);
  if (last === undefined) return NO_PAST;
  const { startMs } = last.bar;
  const allBars = await store.listBars(id, source, startMs - RESTORED_MS, startMs + 1);
  const { code } = feed.contractOf(id);
  const beganMs = contractBeganMs(allBars, code);
  if (beganMs === Number.POSITIVE_INFINITY) return NO_PAST;
  const storedBars = allBars.filter((bar) => bar.contract === code && bar.startMs >= (beganMs ?? 0));
  const resumes = last.run === run;
  const fromMs = Math.max(startMs - RESTORED_MS, beganMs ?? 0);
  // Two recordings are two histories
  if (source === 'replay' && !resumes) return { storedBars, storedEvents: [], resumes };
  const toMs = startMs + MINUTE_MS;
  const newest = await store.listEvents([id], source, FLOW_EVENT_TYPES, fromMs, toMs, MAX_EVENTS);
  return { storedBars, storedEvents: newest.toReversed(), resumes };
}
