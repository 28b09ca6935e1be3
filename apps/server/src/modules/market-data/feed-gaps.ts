/** The gaps of an instrument as a viewer may see them: those of this run from their view, earlier ones from storage. */
import { type FeedGaps, instantOfMs } from '@undertow/contracts';
import { settledMsOf, WEEK_MS } from '@undertow/market';
import type { FeedGap } from '#ports/bus.ts';
import type { LiveView } from '#ports/live-views.ts';
import type { MarketStore } from '#ports/market-store.ts';

interface Span {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** `store` is null where nothing of the view's market is stored. Fails as the storage fails. */
export async function gapsOf(
  store: Pick<MarketStore, 'listGaps'> | null,
  view: LiveView,
  span: Span,
): Promise<FeedGaps> {
  const { asOfMs, instrumentId, delaySeconds } = view;
  const toMs = Math.min(asOfMs + 1, span.to === undefined ? Number.POSITIVE_INFINITY : Date.parse(span.to));
  const fromMs = span.from === undefined ? toMs - WEEK_MS : Date.parse(span.from);
  const settledMs = settledMsOf(asOfMs, delaySeconds);
  const { source } = view.status();
  const stored = (await store?.listGaps(instrumentId, source, fromMs, Math.min(toMs, settledMs))) ?? [];
  // Storage knows of ends that a delayed viewer does not see yet
  const seen = stored.map((gap) =>
    gap.toMs !== null && gap.toMs > settledMs ? { ...gap, toMs: null } : gap,
  );
  const gaps = new Map<number, FeedGap>(seen.map((gap) => [gap.fromMs, gap]));
  for (const gap of view.gaps()) gaps.set(gap.fromMs, gap);
  return [...gaps.values()]
    .filter((gap) => gap.fromMs < toMs && (gap.toMs === null || gap.toMs >= fromMs))
    .toSorted((one, other) => one.fromMs - other.fromMs)
    .map((gap) => ({
      from: instantOfMs(gap.fromMs),
      to: gap.toMs === null ? null : instantOfMs(gap.toMs),
    }));
}
