/** The recordings of the market that a viewer looks at: the platform's, or their own, opened with their key. */
import type { FrameSeal, RunHeader, RunSummary } from '@undertow/feeds';
import { type Instrument, instrumentById } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import type { FeedViewSource } from '#live/views/view-resolver.ts';
import type { OwnerKey } from '#ports/account-feeds.ts';
import type { Entitlement } from '#ports/entitlements.ts';
import type { Recordings, RecordingsOf } from '#ports/recordings.ts';
import { nearestSpans, recordedSpans } from './recorded-spans.ts';
import type { ReplayBounds } from './replay-bounds.ts';

/** Instruments of a replay: panes of a layout. */
const MAX_INSTRUMENTS = 6;

export interface ViewedMarket {
  readonly recordings: Pick<Recordings, 'list'>;
  readonly base: FeedViewSource;
  readonly userId: string;
  /** Opens the recordings of the viewer's own feed; undefined where they look at the platform's market. */
  readonly key: OwnerKey | undefined;
}

export function runsOf(
  { recordings, base, userId, key }: ViewedMarket,
  { symbol }: Instrument,
): Promise<readonly RunSummary[]> {
  const { source } = base.views.present(0);
  const owner = base.isAccountFeed ? userId : null;
  return recordings.list({ owner, source, product: symbol }, key === undefined ? undefined : sealOf(key));
}

/** The runs that hold the instant, of the wanted instrument and the user's others. Refuses where the wanted one has none. */
export async function recordedAt(
  market: ViewedMarket,
  { activeInstrumentIds }: Entitlement,
  wanted: { readonly instrument: Instrument; readonly atMs: number; readonly bounds: ReplayBounds },
): Promise<ReadonlyMap<number, RunHeader>> {
  const { instrument, atMs, bounds } = wanted;
  const ids = [instrument.id, ...activeInstrumentIds.filter((id) => id !== instrument.id)];
  const recorded = new Map<number, RunHeader>();
  for (const id of ids.slice(0, MAX_INSTRUMENTS)) {
    const one = instrumentById(id);
    if (one === undefined || market.base.access(id).withheld('recordings') !== null) continue;
    const runs = await runsOf(market, one);
    const spans = recordedSpans(runs, bounds);
    const isThere = spans.some(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs);
    if (!isThere && id === instrument.id)
      throw new AppError('REPLAY_NOT_RECORDED', undefined, 0, nearestSpans(spans, one.symbol, atMs));
    const begun = runs.flatMap(({ header }) => (header !== null && header.startMs <= atMs ? header : []));
    const last = begun.toSorted((a, b) => a.startMs - b.startMs).at(-1);
    if (isThere && last !== undefined) recorded.set(id, last);
  }
  return recorded;
}

/** Of the owner of the key; those of the platform without one. */
export function recordingsOf(
  { owner, ...product }: Omit<RecordingsOf, 'owner' | 'seal'> & { readonly owner: string },
  key: OwnerKey | undefined,
): RecordingsOf {
  if (key === undefined) return { ...product, owner: null };
  return {
    ...product,
    owner,
    seal: sealOf(key),
  };
}

function sealOf(key: OwnerKey): FrameSeal {
  return {
    seal: (bytes, context) => key.seal(context, bytes),
    open: (sealed, context) => key.open(context, sealed),
  };
}
