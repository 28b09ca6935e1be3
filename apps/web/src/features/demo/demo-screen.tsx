/**
 * The demo: a recorded simulated session on the product's own chart, with its book, its events and a note to each
 * condition.
 */
import './demo.css';
import { TRIAL_DAYS } from '@undertow/contracts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { loginAddress } from '#api/account/auth.ts';
import { isBusy } from '#lib/browser/key-target.ts';
import { formatClock } from '#lib/format/times.ts';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { DISCLAIMER, RISK_LINE } from '#lib/words/words.ts';
import { Button, ButtonLink, ServerLink } from '#ui/controls/button.tsx';
import { QueryState } from '#ui/layout/blocks.tsx';
import { Glyph } from '#ui/marks/glyph.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { PoliteRegion } from '#ui/overlays/live-region.tsx';
import { DemoBook } from './demo-book.tsx';
import { DemoEvents } from './demo-events.tsx';
import { DemoGuide } from './demo-guide.tsx';
import { DemoHead } from './demo-head.tsx';
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

/** Space plays and pauses, unless it belongs to what has the focus. */
function useSpace(toggle: () => void): void {
  const newest = useRef(toggle);
  useEffect(() => {
    newest.current = toggle;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, target } = event;
      if (key !== ' ' || event.ctrlKey || event.metaKey || event.altKey || isBusy(target)) return;
      if (target instanceof Element && target.closest('button, a') !== null) return;
      event.preventDefault();
      newest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function Toggle({ isPlaying, onClick }: { isPlaying: boolean; onClick: () => void }): ReactNode {
  return (
    <Button className="demo-toggle" onClick={onClick} title="Space plays and pauses">
      <Icon name={isPlaying ? 'pause' : 'play'} size={14} />
      {isPlaying ? 'Pause' : 'Play'}
    </Button>
  );
}

function RealMarket(): ReactNode {
  return (
    <section className="demo-real-market" aria-labelledby="real-market">
      <h2 id="real-market" className="t-14 font-semibold">
        See it on the real market
      </h2>
      <p className="mt-1 text-text-2">All plans include a {TRIAL_DAYS}-day free trial. Cancel anytime.</p>
      <div className="mt-3 flex gap-2">
        <ButtonLink href="/pricing" kind="primary" className="grow">
          See plans
        </ButtonLink>
        <ServerLink href={loginAddress()}>Sign In</ServerLink>
      </div>
    </section>
  );
}

export function DemoScreen(): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const recording = useRecording();
  const prefersStill = useMedia('(prefers-reduced-motion: reduce)');
  const [choice, setChoice] = useState<boolean | null>(null);
  const isPlaying = choice ?? !prefersStill;
  const view = useDemo(box, recording.data, isPlaying);
  const toggle = (): void => setChoice(!isPlaying);
  useSpace(toggle);
  const isPhone = useMedia(PHONE);
  const button = <Toggle isPlaying={isPlaying} onClick={toggle} />;
  const instrument = recording.data === undefined ? null : instrumentOf(recording.data);
  return (
    <div className="demo">
      <DemoHead />
      <main className="demo-main">
        <h1 className="sr-only">Demo: a simulated ES market with its order flow</h1>
        <DemoBanner
          condition={view?.condition ?? null}
          isPlaying={isPlaying}
          toggle={isPhone ? button : null}
        />
        <div className="demo-stage">
          <DemoStage box={box} instrument={instrument} view={view} toggle={isPhone ? null : button} />
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
          <RealMarket />
        </div>
      </main>
      <footer className="demo-foot">
        <p>
          A recorded session of the simulated exchange; the events are what the product’s own detectors found
          in its messages. Patterns occur more often than in real markets. {DISCLAIMER} {RISK_LINE}
        </p>
      </footer>
    </div>
  );
}
