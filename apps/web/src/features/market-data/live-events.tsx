/** The newest live events of the instrument, and the counts of the day by type. */
import { type OrderFlowEventDto, PLANNED_EVENT_TYPES, TIER_RULES, type Tier } from '@undertow/contracts';
import { FLOW_EVENT_TYPES, type FlowEventType } from '@undertow/market';
import type { ReactNode } from 'react';
import { useKeyText } from '#api/account/key-commands.ts';
import { useExchangeClock, usePreferences } from '#api/account/preferences.ts';
import { largestEvents, wantedEvents } from '#api/market/event-filter.ts';
import { useActiveEvents, useEventCounts } from '#api/market/market-data.ts';
import { useSiteState } from '#api/site/site-state.ts';
import { countWord, formatConfidence, formatPrice, formatShare, formatSize } from '#lib/format/formats.ts';
import { clockText, formatAge } from '#lib/format/times.ts';
import { useObservable } from '#lib/state/observable.ts';
import { areSmallerShown } from '#lib/state/smaller-events.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { pausedLine } from '#lib/words/switch-names.ts';
import { activeEvents } from '#live/active-events.ts';
import { viewNowMs } from '#live/freshness.ts';
import { useFeedView, useInstrumentLive } from '#live/live-context.tsx';
import { SmallerChip } from '#ui/controls/smaller-chip.tsx';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { MissingData } from '#ui/layout/missing-data.tsx';
import { PausedLine } from '#ui/layout/paused-line.tsx';
import { Glyph } from '#ui/marks/glyph.tsx';

/** Live events shown below the alerts. */
export const LIVE_EVENTS_SHOWN = 5;
const ALL_PLANNED_TEXT =
  'The events of your plan are planned: absorption, support and resistance will appear here once available.';

const NOTHING_ACTIVE_TEXT =
  'Events are listed while they are active, for minutes after their last change. Earlier ones are in History.';

/** A type that is not looked for yet has no count: none found would be another thing. */
function countText(type: FlowEventType, count: number): ReactNode {
  if (count > 0 || !PLANNED_EVENT_TYPES.includes(type)) return formatSize(count);
  return (
    <>
      <span aria-hidden="true" className="text-text-3">
        –
      </span>
      <span className="sr-only">planned</span>
    </>
  );
}

export function EventCountsRow({
  instrumentId,
  tier,
}: {
  readonly instrumentId: number;
  readonly tier: Tier;
}): ReactNode {
  const isMissing = useInstrumentLive(instrumentId, (state) => state.missingEvents !== null);
  const polled = useEventCounts(instrumentId).data?.data.counts;
  const counts = isMissing ? undefined : polled;
  const allowed = TIER_RULES[tier].eventTypes;
  const types = FLOW_EVENT_TYPES.filter((type) => allowed.includes(type));
  const off = useSiteState().data?.off ?? [];
  return (
    <>
      <ul className="counts" aria-label="Events today by type">
        {types.map((type) => (
          <li key={type}>
            <Glyph look={EVENT_LOOKS[type]} />
            {counts === undefined ? '–' : countText(type, counts[type] ?? 0)}
          </li>
        ))}
        {types.length < FLOW_EVENT_TYPES.length ? (
          <li className="col-span-3 justify-end pr-1.5 font-normal text-text-3">
            Pro: all {countWord(FLOW_EVENT_TYPES.length)}
          </li>
        ) : null}
      </ul>
      <PausedLine line={pausedLine(off, ['detector', 'feed'])} />
    </>
  );
}

export interface EventRowProps {
  readonly event: OrderFlowEventDto;
  readonly nowMs: number;
  readonly onOpen: (eventId: string) => void;
}

export function EventRow({ event, nowMs, onOpen }: EventRowProps): ReactNode {
  const look = EVENT_LOOKS[event.eventType];
  const hasExchangeClock = useExchangeClock();
  const updatedMs = Date.parse(event.metadata.updatedAt);
  return (
    <li>
      <button type="button" className="event-row" onClick={() => onOpen(event.id)} data-event-id={event.id}>
        <Glyph look={look} size={13} decorative />
        <span>{look.name}</span>
        <span className="num font-medium">{formatPrice(event.instrumentId, event.price)}</span>
        <span className="num">{formatSize(event.size)}</span>
        <span
          className="num text-text-3"
          title={
            event.metadata.existence === null
              ? undefined
              : `holds; exists ${formatShare(event.metadata.existence)}`
          }
        >
          {formatConfidence(event.confidence, event.metadata.exact, event.metadata.calibrator)}
        </span>
        <time
          className="num text-text-3"
          dateTime={event.metadata.updatedAt}
          title={clockText(updatedMs, hasExchangeClock)}
        >
          {formatAge(nowMs - updatedMs)}
        </time>
      </button>
    </li>
  );
}

export interface LiveEventsProps {
  readonly instrumentId: number;
  readonly shown: number;
  readonly tier: Tier;
  readonly onOpen: (eventId: string) => void;
}

/** Those that are active, newest first; of the socket's list, or of the polled one until the socket brings its own. */
export function LiveEventsList({ instrumentId, shown, tier, onOpen }: LiveEventsProps): ReactNode {
  const smallKey = useKeyText('smallMarks');
  const polled = useActiveEvents(instrumentId);
  const { value } = usePreferences();
  const withSmaller = useObservable(areSmallerShown);
  const feed = useFeedView(instrumentId);
  const { state } = feed;
  if (state.missingEvents !== null) return <MissingData missing={state.missingEvents} />;
  const list = state.eventsLoaded ? state.events : (polled.data?.data ?? null);
  if (list === null && polled.error !== null) {
    return <QueryState query={polled} failed="The events could not be loaded" note="Trying again in 5 s." />;
  }
  const nowMs = viewNowMs(state, performance.now());
  const wanted = activeEvents(wantedEvents(list ?? [], value), nowMs);
  const { largest, smaller } = largestEvents(wanted, value.eventsPerDay);
  const events = (withSmaller ? wanted : largest).slice(0, shown);
  if (list !== null && wanted.length === 0) {
    const isAllPlanned = TIER_RULES[tier].eventTypes.every((type) => PLANNED_EVENT_TYPES.includes(type));
    return <EmptyBlock title="No live events" text={isAllPlanned ? ALL_PLANNED_TEXT : NOTHING_ACTIVE_TEXT} />;
  }
  return (
    <>
      <ul className="live-events" data-old={feed.line.isOld} aria-label="Live events">
        {events.map((event) => (
          <EventRow key={event.id} event={event} nowMs={nowMs ?? 0} onOpen={onOpen} />
        ))}
      </ul>
      {smaller === 0 ? null : (
        <SmallerChip
          hidden={smaller}
          areShown={withSmaller}
          keyName={smallKey}
          onToggle={() => areSmallerShown.set(!withSmaller)}
        />
      )}
    </>
  );
}
