/** The guided note of the condition on screen, in three parts, and how sure the mark is. */
import { memo, type ReactNode } from 'react';
import { formatSize } from '#lib/format/formats.ts';
import { formatClock } from '#lib/format/times.ts';
import { titleOf } from '#lib/words/event-looks.ts';
import { DEMO_NOTES } from './demo-notes.ts';
import type { Condition, DemoEvent } from './demo-player.ts';

const PARTS = [
  ['What the messages show', 'shown'],
  ['What to look at', 'look'],
  ['What it is not', 'rejected'],
] as const;

function sureness({ finding, confidence }: DemoEvent): string {
  if (finding.exact) return 'exact: the exchange’s own messages prove it';
  const share = `${Math.round(confidence * 100)}%`;
  return finding.confidence === null ? `confidence ${share}, not calibrated` : `a probability of ${share}`;
}

function Found({ event }: { readonly event: DemoEvent }): ReactNode {
  const { detectedMs, size } = event.finding;
  return (
    <>
      found at {formatClock(detectedMs)} of the session, {formatSize(size)} contracts; {sureness(event)}
    </>
  );
}

export interface DemoGuideProps {
  readonly type: Condition;
  readonly event: DemoEvent | null;
}

export const DemoGuide = memo(function DemoGuide({ type, event }: DemoGuideProps): ReactNode {
  const note = DEMO_NOTES[type];
  return (
    <section className="demo-guide" aria-label="Guided note">
      <p className="demo-guide-head">
        <b className="font-semibold">{titleOf(type, event?.finding.sub ?? null)}</b>
        {event === null ? null : (
          <span className="t-12 text-text-3">
            <Found event={event} />
          </span>
        )}
      </p>
      <div className="demo-guide-parts">
        {PARTS.map(([title, part]) => (
          <div key={part}>
            <h2 className="cap">{title}</h2>
            <p className="mt-1 text-text-2">{note[part]}</p>
          </div>
        ))}
      </div>
    </section>
  );
});
