/** The market condition that the demo shows now, in the detector's own words, and when the next one comes. */
import type { ReactNode } from 'react';
import { formatClock } from '#lib/format/times.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { Glyph } from '#ui/marks/glyph.tsx';
import { PoliteRegion } from '#ui/overlays/live-region.tsx';
import { CONDITIONS, type DemoCondition } from './demo-player.ts';

/** `Market condition: stop run.` */
function nameOf({ type }: DemoCondition): string {
  return `Market condition: ${EVENT_LOOKS[type].name.toLowerCase()}.`;
}

function sentenceOf({ event, endedMs }: DemoCondition): string {
  if (event === null) return 'None found in this session so far.';
  const { description } = event.finding;
  return endedMs === null ? `${description}.` : `${description}. Withdrawn at ${formatClock(endedMs)}.`;
}

export interface DemoBannerProps {
  /** Null until the first picture. */
  readonly condition: DemoCondition | null;
  readonly isPlaying: boolean;
  /** On a phone the stop button is here, off the chart. */
  readonly toggle: ReactNode;
}

export function DemoBanner({ condition, isPlaying, toggle }: DemoBannerProps): ReactNode {
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
