/** The ladder of an instrument, with what is missing of it. */
import { calendarOf, type Instrument, MINUTE_MS } from '@undertow/market';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useCommands, useKeyText } from '#api/account/key-commands.ts';
import { usePreferences } from '#api/account/preferences.ts';
import { wantedEvents } from '#api/market/event-filter.ts';
import { useSessionFacts } from '#api/market/market-data.ts';
import { FlowNotice } from '#features/flow/parts/flow-notice.tsx';
import { readableError } from '#lib/format/readable-error.ts';
import { type Readable, watch } from '#lib/state/observable.ts';
import { activeEvents } from '#live/active-events.ts';
import { viewNowMs } from '#live/freshness.ts';
import { type FeedView, useFeedView } from '#live/live-context.tsx';
import { Button } from '#ui/controls/button.tsx';
import { SkeletonRows } from '#ui/layout/blocks.tsx';
import { ladderMarks, ladderProfile } from './ladder-facts.ts';
import { useLadder } from './use-ladder.ts';

export interface LadderViewProps {
  readonly instrument: Instrument;
  readonly size: { readonly width: number; readonly height: number };
  readonly hasOrders: boolean;
  /** Sold and bought count from the open of the session, or of the bar of so many minutes. */
  readonly count: 'session' | 'bar';
  readonly minutes: number;
  /** The crosshair of another pane. */
  readonly linked: Readable<{ readonly priceTicks: number | null } | null>;
  readonly isFocused: boolean;
  readonly onPoint: (point: { readonly atMs: number; readonly priceTicks: number } | null) => void;
  readonly onEvent: (eventId: string) => void;
}

/** Narrower panes give up the profile first, then what was traded. */
const PROFILE_FROM_PX = 380;
const TRADED_FROM_PX = 300;

function countStart(
  { state }: FeedView,
  nowMs: number | null,
  { count, minutes }: Pick<LadderViewProps, 'count' | 'minutes'>,
): number | null {
  if (nowMs === null) return null;
  if (count === 'bar') return Math.floor(nowMs / (minutes * MINUTE_MS)) * minutes * MINUTE_MS;
  const { status } = state;
  if (status === null) return null;
  const calendar = calendarOf(status.source);
  return calendar.sessionBounds(calendar.tradingDayOf(nowMs)).openMs;
}

export function LadderView(props: LadderViewProps): ReactNode {
  const { instrument, size, linked, isFocused } = props;
  const view = useFeedView(instrument.id);
  const nowMs = viewNowMs(view.state, performance.now());
  const columns = {
    profile: size.width >= PROFILE_FROM_PX,
    traded: size.width >= TRADED_FROM_PX,
    orders: props.hasOrders,
  };
  const { host, board, isKnown, isHeld, pastError } = useLadder(
    instrument,
    columns,
    view,
    countStart(view, nowMs, props),
    {
      onEvent: props.onEvent,
      onHover: (priceTicks) =>
        props.onPoint(priceTicks === null || nowMs === null ? null : { atMs: nowMs, priceTicks }),
    },
  );
  const facts = useSessionFacts(instrument.id).data;
  const profile = useMemo(
    () => (facts === undefined ? null : ladderProfile(instrument, facts.data)),
    [instrument, facts],
  );
  const { value } = usePreferences();
  const { events } = view.state;
  const second = nowMs === null ? null : Math.floor(nowMs / 1000);
  const marks = useMemo(
    () =>
      ladderMarks(
        instrument,
        activeEvents(wantedEvents(events, value), second === null ? null : second * 1000),
      ),
    [instrument, events, value, second],
  );
  const { isOld } = view.line;
  const { height } = size;
  useEffect(() => {
    board?.update({ profile, marks, isOld, height });
  }, [board, profile, marks, isOld, height]);
  useEffect(() => {
    if (board === null) return undefined;
    return watch(linked, (point) => board.setLinkedTicks(point?.priceTicks ?? null));
  }, [board, linked]);
  useCommands({ recentre: () => board?.recentre() }, isFocused);
  const key = useKeyText('recentre');
  return (
    <>
      <FlowNotice view={view} />
      {pastError === null ? null : (
        <p className="flow-notice" role="status">
          Sold and bought are not whole: {readableError(pastError)}
        </p>
      )}
      {isKnown ? null : <SkeletonRows rows={18} height={9} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the prices of what has the focus */}
      <section ref={host} className="ladder-place" hidden={!isKnown} tabIndex={0} aria-label="Prices" />
      {isHeld ? (
        <Button size="small" className="ladder-recentre" onClick={() => board?.recentre()}>
          Recentre{key === null ? '' : ` (${key})`}
        </Button>
      ) : null}
    </>
  );
}
