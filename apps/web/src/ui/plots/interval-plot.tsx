/** A figure on a line: a dot, a bar from one end of its interval to the other, and a mark it is compared with. */
import type { ReactNode } from 'react';
import { type Bounds, placeOf, shareOf } from '#lib/format/linear-scale.ts';

export interface IntervalPlotProps {
  /** The same in words: what a screen reader says. */
  readonly label: string;
  readonly value: number;
  readonly interval: readonly [number, number] | null;
  readonly bounds: Bounds;
  readonly mark: number;
  /** Beside the mark; none where a head says what it is. */
  readonly markText?: string;
  /** Too few to judge by. */
  readonly muted?: boolean;
}

export function IntervalPlot({
  label,
  value,
  interval,
  bounds,
  mark,
  markText,
  muted = false,
}: IntervalPlotProps): ReactNode {
  const at = (figure: number): string => placeOf(shareOf(figure, bounds));
  const markShare = shareOf(mark, bounds);
  return (
    <div className="interval-plot" data-muted={muted} role="img" aria-label={label}>
      <svg width="100%" height="18" aria-hidden="true">
        <line className="interval-track" x1="0" x2="100%" y1="9" y2="9" />
        <line className="interval-mark" x1={at(mark)} x2={at(mark)} y1="2" y2="16" />
        {interval === null ? null : (
          <line className="interval-bar" x1={at(interval[0])} x2={at(interval[1])} y1="9" y2="9" />
        )}
        <circle className="interval-dot" cx={at(value)} cy="9" r="3.5" />
      </svg>
      {markText === undefined ? null : (
        <span
          className="interval-text"
          data-side={markShare > 0.55 ? 'left' : 'right'}
          style={markShare > 0.55 ? { right: placeOf(1 - markShare) } : { left: placeOf(markShare) }}
        >
          {markText}
        </span>
      )}
    </div>
  );
}
