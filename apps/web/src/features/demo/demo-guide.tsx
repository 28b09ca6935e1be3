/** The guided note of the condition on screen, in three parts, and how sure the mark is. */
import { memo, type ReactNode } from 'react';
import { formatShare, formatSize } from '#lib/format/formats.ts';
import { formatClock } from '#lib/format/times.ts';
import { titleOf } from '#lib/words/event-looks.ts';
import type { Condition, DemoEvent } from './demo-player.ts';

interface DemoNote {
  /** What the exchange's messages show. */
  readonly shown: string;
  /** What to look at on this page. */
  readonly look: string;
  /** The harmless explanation, and the evidence against it. */
  readonly rejected: string;
}

const DEMO_NOTES: Readonly<Record<Condition, DemoNote>> = {
  iceberg: {
    shown:
      'A trade takes all that an order shows, and the same order reappears with new size, under the same id.',
    look: 'The marked price: more trades there than was ever shown, and the size is refilled instead of running out.',
    rejected:
      'Another trader who joins the price has their own order id, so this is not counted as a refill. Where a trader refills by hand, with new ids, the mark is a probability.',
  },
  absorption: {
    shown:
      'Far more contracts than usual trade into one price, most of them from one side, and the price moves less than such volume usually moves it.',
    look: 'The delta pane, where one side presses, and the candle, which does not follow.',
    rejected:
      'Busy trading alone is not enough: volume that both sides share, or that moves the price as it always does, is left out.',
  },
  spoofing: {
    shown:
      'Large orders appear behind the best price, a trade fills on the other side, and they are withdrawn before they can trade.',
    look: 'The sizes behind the best price in the book: they lean on one side and are gone a moment later.',
    rejected:
      'Makers who pull both sides, and a large order that waits and trades, look alike for a moment. Only withdrawals that follow fills of the other side count, and intent is never claimed.',
  },
  support: {
    shown: 'The price has turned at this zone before, and the bids there are larger than around it.',
    look: 'The zone on the chart: what the candles do when they reach it again.',
    rejected:
      'Any price turns somewhere by chance, so touches are counted at arbitrary prices too. Few zones do better than those: this mark is rare, and it is withdrawn when the price goes through.',
  },
  stop_run: {
    shown:
      'One trade sets off resting stop orders: they trade in later rounds of the same event, under ids that were given when they were entered.',
    look: 'The wick that reaches beyond a recent high or low, and the volume of its candle.',
    rejected:
      'A new large order that sweeps the same prices has a fresh id. It makes the same candle, but no stop is counted.',
  },
};

const PARTS = [
  ['What the messages show', 'shown'],
  ['What to look at', 'look'],
  ['What it is not', 'rejected'],
] as const;

function certainty({ finding, confidence }: DemoEvent): string {
  if (finding.exact) return 'exact: the exchange’s own messages prove it';
  if (finding.confidence === null)
    return 'experimental: no probability, as forecasts of such levels were no better than the base rate';
  return `a probability of ${formatShare(confidence)}`;
}

function Found({ event }: { readonly event: DemoEvent }): ReactNode {
  const { detectedMs, size } = event.finding;
  return (
    <>
      found at {formatClock(detectedMs)} of the session, {formatSize(size)} contracts; {certainty(event)}
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
