/** The bar at the foot: feed state, latencies, age, rates, gaps, the disclaimer and the clocks. */
import type { ReactNode } from 'react';
import { roundTripMs } from '#api/client/call.ts';
import { formatAge, formatClock, USER_ZONE, zoneCity } from '#lib/format/times.ts';
import { useNow } from '#lib/hooks/use-now.ts';
import { useObservable } from '#lib/state/observable.ts';
import { STATUS_COLOURS } from '#lib/words/status-colours.ts';
import { DISCLAIMER } from '#lib/words/words.ts';
import { dataAgeMs } from '#live/freshness.ts';
import { useFeedView } from '#live/live-context.tsx';

/** Regular hours of US markets are named by New York's clock; the exchange itself keeps Chicago's. */
const NEW_YORK_ZONE = 'America/New_York';

function Fact({ label, value }: { readonly label: string; readonly value: ReactNode }): ReactNode {
  return (
    <span className="max-md:hidden">
      {label} <b>{value}</b>
    </span>
  );
}

/** Ages below ten seconds with a decimal: the bar moves twice a second. */
function ageText(ageMs: number): string {
  return ageMs < 10_000 ? `${(ageMs / 1000).toFixed(1)} s` : formatAge(ageMs);
}

function Clocks(): ReactNode {
  const now = useNow(1000);
  return (
    <>
      <span>
        <b>{formatClock(now)}</b> {zoneCity(USER_ZONE)}
      </span>
      {USER_ZONE === NEW_YORK_ZONE ? null : (
        <span className="max-xl:hidden">
          <b>{formatClock(now, NEW_YORK_ZONE)}</b> {zoneCity(NEW_YORK_ZONE)}
        </span>
      )}
    </>
  );
}

function FeedFacts({ instrumentId }: { readonly instrumentId: number }): ReactNode {
  const view = useFeedView(instrumentId);
  const roundTrip = useObservable(roundTripMs);
  const { line } = view;
  const { status } = view.state;
  const age = dataAgeMs(view.state, performance.now());
  return (
    <>
      <b className={`flex items-center gap-1.5 ${STATUS_COLOURS[line.tone]}`} data-testid="feed-state">
        <span className="size-1.5 rounded-full bg-current" aria-hidden="true" />
        {line.badge}
      </b>
      {line.isWarming ? <Fact label="Detectors" value="warming up" /> : null}
      {status === null ||
      status.exchangeToServerMs === null ||
      status.source === 'replay' ||
      status.isReplay === true ? null : (
        <Fact label="Exchange to server" value={`${Math.round(status.exchangeToServerMs)} ms`} />
      )}
      {roundTrip === null ? null : <Fact label="Round trip" value={`${Math.round(roundTrip)} ms`} />}
      {age === null ? null : <Fact label="Last update" value={ageText(age)} />}
      {status === null ? null : (
        <>
          <Fact label="Trades/s" value={Math.round(status.tradesPerSecond)} />
          <Fact label="Gaps today" value={status.gapsToday} />
          <Fact label="Resyncs" value={status.resyncsToday} />
        </>
      )}
    </>
  );
}

export interface StatusBarProps {
  readonly instrumentId: number | null;
  /** Keys of the page, before the disclaimer. */
  readonly keys?: ReactNode;
}

export function StatusBar({ instrumentId, keys = null }: StatusBarProps): ReactNode {
  return (
    <footer className="statusbar">
      {instrumentId === null ? null : <FeedFacts instrumentId={instrumentId} />}
      <span className="grow" />
      {keys}
      <span>{DISCLAIMER}</span>
      <Clocks />
    </footer>
  );
}
