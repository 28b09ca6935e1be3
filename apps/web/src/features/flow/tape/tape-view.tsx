/** The tape of an instrument: pace, table, and what the size filter hides. */
import { instrumentById, parsePriceTicks, SIDE_ASK, SIDE_BID, type TapeOrder } from '@undertow/market';
import { type ReactNode, useMemo } from 'react';
import { useUsualPace } from '#api/market/usual-pace.ts';
import { FlowNotice } from '#features/flow/parts/flow-notice.tsx';
import { contractsBySecond } from '#flow-panes/tape/tape-pace.ts';
import { type TapeIceberg, type TapeList, tapeList } from '#flow-panes/tape/tape-rows.ts';
import { playOrderTone } from '#lib/browser/tone.ts';
import { formatShare, formatSize } from '#lib/format/formats.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { formatClock } from '#lib/format/times.ts';
import { viewNowMs } from '#live/freshness.ts';
import { type FeedView, useFeedView } from '#live/live-context.tsx';
import { EmptyBlock, SkeletonRows } from '#ui/layout/blocks.tsx';
import { TapePaceLine } from './tape-pace-line.tsx';
import { TapeTable, type TapeTableProps } from './tape-table.tsx';
import { useTape } from './use-tape.ts';

/** Lines above and below the rows. */
const OTHER_LINES_PX = 30 + 26;

export interface TapeViewProps extends Pick<TapeTableProps, 'linked' | 'onPoint' | 'onEvent'> {
  readonly instrumentId: number;
  readonly minSize: number;
  readonly blockSize: number;
  /** Orders of this size and more sound; 0 for none. */
  readonly soundFrom: number;
  readonly height: number;
}

function useIcebergs({ state }: FeedView): readonly TapeIceberg[] {
  const { events } = state;
  return useMemo(
    () =>
      events
        .filter(({ eventType }) => eventType === 'iceberg')
        .flatMap(({ id, instrumentId, metadata }) => {
          const instrument = instrumentById(instrumentId);
          if (instrument === undefined) return [];
          return [
            {
              eventId: id,
              side: metadata.side === 'bid' ? SIDE_BID : SIDE_ASK,
              lowTicks: parsePriceTicks(instrument, metadata.priceLow),
              highTicks: parsePriceTicks(instrument, metadata.priceHigh),
              fromMs: Date.parse(metadata.startedAt),
              toMs: Date.parse(metadata.updatedAt),
            },
          ];
        }),
    [events],
  );
}

/** `107 of 1,700 orders since 16:50 · 42% of volume`. */
export function filterText({ shown, all, volumePercent, sinceMs }: TapeList, minSize: number): string {
  const since = sinceMs === null ? '' : ` since ${formatClock(sinceMs).slice(0, 5)}`;
  if (minSize <= 1) return `${formatSize(all)} orders${since}`;
  return `${formatSize(shown)} of ${formatSize(all)} orders${since} · ${formatShare(volumePercent / 100)} of volume`;
}

function loudest(orders: readonly TapeOrder[], soundFrom: number): TapeOrder | null {
  let found: TapeOrder | null = null;
  for (const order of orders) if (order.size >= Math.max(soundFrom, (found?.size ?? 0) + 1)) found = order;
  return found;
}

function Nothing({ list, minSize }: { readonly list: TapeList; readonly minSize: number }): ReactNode {
  return list.all === 0 ? (
    <EmptyBlock title="No executions yet" text="They appear here as they happen." />
  ) : (
    <EmptyBlock
      title={`No order from ${formatSize(minSize)} contracts`}
      text={`All ${formatSize(list.all)} orders are smaller than the filter of this pane.`}
    />
  );
}

export function TapeView(props: TapeViewProps): ReactNode {
  const { instrumentId, minSize, blockSize, soundFrom, height } = props;
  const view = useFeedView(instrumentId);
  const instrument = instrumentById(instrumentId);
  const { feed, version, pastError } = useTape(instrumentId, blockSize, view, (orders) => {
    const order = soundFrom > 0 ? loudest(orders, soundFrom) : null;
    if (order !== null) playOrderTone(order.side === SIDE_BID, order.size / soundFrom);
  });
  // The feed changes in place: its version says when
  const list = useMemo(() => tapeList(feed.orders, feed.gaps, minSize), [feed, version, minSize]);
  const nowMs = viewNowMs(view.state, performance.now());
  const usual = useUsualPace(instrumentId, view.state.status?.source ?? null, nowMs);
  const icebergs = useIcebergs(view);
  if (!feed.isKnown || instrument === undefined) return <SkeletonRows rows={14} height={9} />;
  return (
    <>
      <TapePaceLine seconds={nowMs === null ? [] : contractsBySecond(feed.orders, nowMs, 60)} usual={usual} />
      <FlowNotice view={view} />
      {list.rows.length === 0 ? (
        <div className="grow">
          <Nothing list={list} minSize={minSize} />
        </div>
      ) : (
        <TapeTable
          key={`${feed.generation} ${minSize} ${blockSize}`}
          {...props}
          instrument={instrument}
          list={list}
          icebergs={icebergs}
          largeSize={Math.max(1, Math.round(blockSize / 2))}
          height={Math.max(0, height - OTHER_LINES_PX)}
          isOld={view.line.isOld}
        />
      )}
      <p className="tape-foot" title={filterText(list, minSize)}>
        {filterText(list, minSize)}
        {pastError === null ? null : (
          <span className="text-warn"> · earlier orders missing: {readableError(pastError)}</span>
        )}
      </p>
    </>
  );
}
