/** The demo of five market conditions: a recorded simulated session on the product's own chart, with its book, its events and a note to each condition. */
import { type ReactNode, useRef } from 'react';
import { formatClock } from '#lib/format/times.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { QueryState } from '#ui/layout/blocks.tsx';
import { Glyph } from '#ui/marks/glyph.tsx';
import { PoliteRegion } from '#ui/overlays/live-region.tsx';
import { DemoBook } from './demo-book.tsx';
import { DemoEvents } from './demo-events.tsx';
import { DemoGuide } from './demo-guide.tsx';
import { CONDITIONS, type DemoCondition } from './demo-player.ts';
import { DemoStage } from './demo-stage.tsx';
import { instrumentOf, useDemo } from './use-demo.ts';
import { useRecording } from './use-recording.ts';

/** `Market condition: stop run.` */
function nameOf({ type }: DemoCondition): string {
  return `Market condition: ${EVENT_LOOKS[type].name.toLowerCase()}.`;
}

function sentenceOf({ event, endedMs }: DemoCondition): string {
  if (event === null) return 'None found in this session so far.';
  const { description } = event.finding;
  return endedMs === null ? `${description}.` : `${description}. Withdrawn at ${formatClock(endedMs)}.`;
}

interface DemoBannerProps {
  /** Null until the first picture. */
  readonly condition: DemoCondition | null;
  readonly isPlaying: boolean;
  /** On a phone the stop button is here, off the chart. */
  readonly toggle: ReactNode;
}

/** The market condition that the demo shows now, in the detector's own words, and when the next one comes. */
function DemoBanner({ condition, isPlaying, toggle }: DemoBannerProps): ReactNode {
  return (
    <section className="demo-banner" aria-label="Market condition">
      {condition === null ? null : (
        <>
          <Glyph look={EVENT_LOOKS[condition.type]} size={20} decorative />
          <p className="grow">
            <b className="font-semibold">{nameOf(condition)}</b>{' '}
            <span className="text-text-2">{sentenceOf(condition)}</span>
          </p>
          <p className="demo-turn">
            {condition.position} of {CONDITIONS.length},{' '}
            {isPlaying ? `next in ${Math.ceil(condition.leftMs / 1000)} s` : 'paused'}
          </p>
          {toggle}
          <PoliteRegion text={isPlaying ? `${nameOf(condition)} ${sentenceOf(condition)}` : ''} />
        </>
      )}
    </section>
  );
}

export interface DemoConditionsProps {
  readonly isPlaying: boolean;
  readonly isPhone: boolean;
  /** The button that plays and pauses: on a phone it is off the chart. */
  readonly toggle: ReactNode;
  /** Below the events. */
  readonly children: ReactNode;
}

export function DemoConditions({ isPlaying, isPhone, toggle, children }: DemoConditionsProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const recording = useRecording();
  const view = useDemo(box, recording.data, isPlaying);
  const instrument = recording.data === undefined ? null : instrumentOf(recording.data);
  return (
    <>
      <DemoBanner
        condition={view?.condition ?? null}
        isPlaying={isPlaying}
        toggle={isPhone ? toggle : null}
      />
      <div className="demo-stage">
        <DemoStage box={box} instrument={instrument} view={view} toggle={isPhone ? null : toggle} />
        <div className="demo-note">
          {view === null ? null : <DemoGuide type={view.condition.type} event={view.condition.event} />}
        </div>
      </div>
      <div className="demo-side">
        {recording.error === null ? null : (
          <QueryState query={recording} failed="The recorded market could not be loaded" />
        )}
        {view === null || instrument === null ? null : (
          <>
            <DemoBook instrument={instrument} book={view.book} />
            <DemoEvents
              instrument={instrument}
              events={view.events}
              playedSeconds={Math.floor(view.playedMs / 1000)}
            />
          </>
        )}
        {children}
      </div>
    </>
  );
}
