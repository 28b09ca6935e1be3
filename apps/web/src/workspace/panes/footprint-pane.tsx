/** Bars with volume by price in a pane: settings, link, readout, state of the data, and a table for screen readers. */
import { instrumentById } from '@undertow/market';
import { type ReactNode, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useCommands, useKeyText } from '#api/account/key-commands.ts';
import { useChartEvents } from '#features/chart/use-chart-events.ts';
import type { Footprint } from '#flow-panes/footprint/create-footprint.ts';
import type { FootprintBar } from '#flow-panes/footprint/footprint-facts.ts';
import type { FootprintHandlers, FootprintShown } from '#flow-panes/footprint/footprint-input.ts';
import { USER_ZONE } from '#lib/format/times.ts';
import { useObservable } from '#lib/state/observable.ts';
import { areSmallerShown } from '#lib/state/smaller-events.ts';
import { minutesOf } from '#lib/words/timeframes.ts';
import { type FeedView, useFeedView } from '#live/live-context.tsx';
import { Button } from '#ui/controls/button.tsx';
import '#features/flow/footprint/footprint.css';
import { FlowReadout, useReadoutWords } from '#features/flow/footprint/flow-readout.tsx';
import {
  CELL_WORDS,
  type FootprintChoices,
  footprintChoices,
} from '#features/flow/footprint/footprint-choices.ts';
import {
  type FootprintDataState,
  FootprintNote,
  FootprintPlaceholder,
} from '#features/flow/footprint/footprint-state.tsx';
import { FootprintTable } from '#features/flow/footprint/footprint-table.tsx';
import { type FootprintBase, FootprintView } from '#features/flow/footprint/footprint-view.tsx';
import { type FlowSource, useFlowFeed } from '#features/flow/footprint/use-flow-feed.ts';
import { useSharedPoint } from '#workspace/links/use-shared-point.ts';
import { PaneFacts } from './pane-facts.tsx';
import type { PaneProps } from './pane-props.ts';

const NOTHING_SHOWN: FootprintShown = { fromMs: null, toMs: null, buys: 0, sells: 0, rowTicks: 1 };

/** Changes of the feed that concern React: not each trade. */
function useDataState(
  source: FlowSource | null,
  { line, state }: FeedView,
  shown: FootprintShown,
): FootprintDataState {
  const feed = source?.feed ?? null;
  const read = (): string =>
    feed === null
      ? ''
      : JSON.stringify([
          feed.isWaiting,
          feed.isLoading,
          feed.bars.length > 0 || feed.forming !== null,
          feed.gaps,
        ]);
  useSyncExternalStore((changed) => feed?.listen(changed) ?? (() => undefined), read, read);
  const { fromMs, toMs } = shown;
  const gap = feed?.gaps.findLast(
    (one) => fromMs !== null && one.toMs > fromMs && (toMs === null || one.fromMs < toMs),
  );
  return {
    isWaiting: feed?.isWaiting ?? true,
    hasBars: feed !== null && (feed.bars.length > 0 || feed.forming !== null),
    isLoading: feed?.isLoading ?? true,
    error: feed?.error ?? null,
    isOld: line.isOld,
    dataAtMs: line.dataAtMs,
    delaySeconds: state.delaySeconds,
    gap: gap ?? null,
  };
}

/** What the canvas gets from React. */
function useBase(
  props: PaneProps,
  { cells, rule }: FootprintChoices,
  shown: FootprintShown,
  isOld: boolean,
): FootprintBase {
  const { instrumentId, timeframe, link } = props;
  const selectedEventId = useObservable(link.eventId);
  const stretch = useMemo(
    () => (shown.fromMs === null ? null : { fromMs: shown.fromMs, toMs: shown.toMs }),
    [shown.fromMs, shown.toMs],
  );
  const { events: all } = useChartEvents(instrumentId, stretch);
  const areAllShown = useObservable(areSmallerShown);
  const events = useMemo(
    () => all.filter((event) => areAllShown || event.isSmall !== true || event.id === selectedEventId),
    [all, areAllShown, selectedEventId],
  );
  return useMemo(
    () => ({
      instrument: instrumentById(instrumentId) ?? null,
      barMs: minutesOf(timeframe) * 60_000,
      rule,
      cells,
      events,
      selectedEventId,
      isOld,
      timeZone: USER_ZONE,
    }),
    [instrumentId, timeframe, rule, cells, events, selectedEventId, isOld],
  );
}

function Facts({
  choices,
  shown,
}: {
  readonly choices: FootprintChoices;
  readonly shown: FootprintShown;
}): ReactNode {
  const { cells, rule } = choices;
  return (
    <PaneFacts>
      <span>{CELL_WORDS[cells].toLowerCase()}</span>
      <span>
        {rule.ratioPercent}% from {rule.minSize}
      </span>
      {shown.rowTicks === 1 ? null : <span>{shown.rowTicks} ticks a row</span>}
      <span>
        <b className="text-up-text">{shown.buys}</b> buy
      </span>
      <span>
        <b className="text-down-text">{shown.sells}</b> sell imbalance
      </span>
    </PaneFacts>
  );
}

export function FootprintPane(props: PaneProps): ReactNode {
  const { paneId, instrumentId, timeframe, link, settings, isFocused } = props;
  const choices = useMemo(() => footprintChoices(settings), [settings]);
  const rule = useMemo(() => ({ kind: 'time' as const, ms: minutesOf(timeframe) * 60_000 }), [timeframe]);
  const source = useFlowFeed(instrumentId, rule);
  const view = useFeedView(instrumentId);
  const [shown, setShown] = useState(NOTHING_SHOWN);
  const [isLive, setIsLive] = useState(true);
  const words = useReadoutWords();
  const [table, setTable] = useState<readonly FootprintBar[] | null>(null);
  const handle = useRef<Footprint | null>(null);
  const state = useDataState(source, view, shown);
  const base = useBase(props, choices, shown, view.line.isOld);
  const latestKey = useKeyText('latestBars');
  const openTable = (): void => setTable(handle.current?.scene?.bars.map(({ bar }) => bar) ?? []);
  useCommands(
    {
      latestBars: () => handle.current?.run('latest'),
      smallMarks: () => areSmallerShown.set(!areSmallerShown.get()),
      openTable,
    },
    isFocused,
  );
  const { linked, onPoint } = useSharedPoint(link.point, paneId);
  const handlers: FootprintHandlers = {
    onCrosshair: onPoint,
    onEventSelect: link.eventId.set,
    onNeedBars: (count) => source?.feed.needBars(count),
    onShown: setShown,
    onLive: setIsLive,
    onReadout: words.onReadout,
    onOpenTable: openTable,
  };
  const retry = (): void => source?.feed.retry();
  return (
    <div className="pane-fill">
      <Facts choices={choices} shown={shown} />
      <FootprintNote state={state} onRetry={retry} />
      <div className="footprint-place">
        {source === null ? null : (
          <FootprintView source={source} base={base} linked={linked} handlers={handlers} handle={handle} />
        )}
        {state.hasBars ? null : (
          <div className="footprint-cover">
            <FootprintPlaceholder state={state} onRetry={retry} />
          </div>
        )}
        <FlowReadout {...words} />
        {isLive ? null : (
          <Button
            size="small"
            className="footprint-latest"
            title={latestKey === null ? 'Back to live' : `Back to live (${latestKey})`}
            onClick={() => handle.current?.run('latest')}
          >
            Back to live
          </Button>
        )}
      </div>
      {table === null ? null : <FootprintTable input={base} bars={table} onClose={() => setTable(null)} />}
    </div>
  );
}
