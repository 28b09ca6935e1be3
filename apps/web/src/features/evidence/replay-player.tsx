/** The replay of an event: book and tape around its instant, with play, pause, steps, speeds and a scrubber. */
import type { EventReplay } from '@undertow/contracts';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { isBusy } from '#lib/browser/key-target.ts';
import { Button } from '#ui/controls/button.tsx';
import { Segmented } from '#ui/controls/segmented.tsx';
import { formatMicros } from './millis.ts';
import { ReplayMarket } from './replay-market.ts';
import { ReplayLadder, ReplayTape } from './replay-tables.tsx';
import { type ReplayClock, SPEEDS, useReplayClock } from './use-replay-clock.ts';

const LEVELS = 10;
const TRADES = 20;
const MICROS = 1000;
/** The scrubber moves in hundredths of a second. */
const SCRUB_MICROS = 10_000;
/** A replay opens this long before the event. */
const LEAD_MICROS = 2_000_000;

export interface ReplayPlayerProps {
  readonly instrumentId: number;
  readonly replay: EventReplay;
  readonly price: string;
  /** When the event was raised, milliseconds since 1970 UTC. */
  readonly raisedMs: number;
  readonly letterKeys: boolean;
}

/** What a key does; null for a key that is not the replay's. */
function actionOf(key: string, clock: ReplayClock, step: (direction: 1 | -1) => void): (() => void) | null {
  if (key === ' ') return clock.toggle;
  if (key === '.') return () => step(1);
  if (key === ',') return () => step(-1);
  const speed = SPEEDS[Number(key) - 1];
  return speed === undefined ? null : () => clock.setSpeed(speed);
}

/** Keys of the page while the replay is on it, unless they belong to what has the focus. */
function useKeys(isOn: boolean, clock: ReplayClock, step: (direction: 1 | -1) => void): void {
  const newest = useRef({ clock, step });
  newest.current = { clock, step };
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
      const isPressed = event.target instanceof Element && event.target.closest('button, a') !== null;
      if (event.key === ' ' && isPressed) return;
      const action = actionOf(event.key, newest.current.clock, newest.current.step);
      if (action === null) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}

function Controls({
  clock,
  endMicros,
  now,
  onStep,
}: {
  readonly clock: ReplayClock;
  readonly endMicros: number;
  readonly now: string;
  readonly onStep: (direction: 1 | -1) => void;
}): ReactNode {
  return (
    <div className="replay-controls">
      <Button kind="primary" size="small" onClick={clock.toggle}>
        {clock.isPlaying ? 'Pause' : 'Play'}
      </Button>
      <Button size="small" aria-label="Step back" onClick={() => onStep(-1)}>
        ‹
      </Button>
      <Button size="small" aria-label="Step forward" onClick={() => onStep(1)}>
        ›
      </Button>
      <input
        type="range"
        className="event-scrubber"
        aria-label="Replay position"
        aria-valuetext={now}
        min={0}
        max={endMicros}
        step={SCRUB_MICROS}
        value={clock.micros}
        onChange={(event) => clock.setMicros(Number(event.target.value))}
      />
      <span className="replay-now">{now}</span>
      <Segmented
        label="Speed"
        value={String(clock.speed)}
        options={SPEEDS.map((speed) => ({ value: String(speed), label: `${speed}×` }))}
        onChange={(value) => clock.setSpeed(Number(value))}
      />
    </div>
  );
}

export function ReplayPlayer({
  replay,
  instrumentId,
  price,
  raisedMs,
  letterKeys,
}: ReplayPlayerProps): ReactNode {
  const fromMs = Date.parse(replay.from);
  const endMicros = Math.max(0, Date.parse(replay.to) - fromMs) * MICROS;
  const start = Math.max(0, Math.min(endMicros, (raisedMs - fromMs) * MICROS - LEAD_MICROS));
  const market = useMemo(() => new ReplayMarket(replay), [replay]);
  const clock = useReplayClock(start, endMicros);
  const step = (direction: 1 | -1): void => {
    const to = market.neighbour(clock.micros, direction);
    if (to !== null) clock.setMicros(to);
  };
  useKeys(letterKeys, clock, step);
  market.seek(clock.micros);
  const now = formatMicros(fromMs, clock.micros);
  return (
    <>
      <Controls clock={clock} endMicros={endMicros} now={now} onStep={step} />
      <div className="replay-tables">
        {replay.bookKnown ? (
          <ReplayLadder instrumentId={instrumentId} rows={market.ladder(LEVELS)} price={price} />
        ) : null}
        <ReplayTape instrumentId={instrumentId} rows={market.tape(TRADES)} fromMs={fromMs} />
      </div>
      {letterKeys ? (
        <p className="t-12 text-text-3">
          Space plays and pauses, full stop and comma step by a change, 1 to 6 choose the speed.
        </p>
      ) : null}
    </>
  );
}
