/** `Speed 41 contracts/s, 1.6× usual`, with the last minute by second. */
import type { ReactNode } from 'react';
import { pacePerSecond } from '#flow-panes/tape/tape-pace.ts';
import { formatSize } from '#lib/format/formats.ts';

/** Seconds whose mean is the speed. */
const SPEED_SECONDS = 10;
const [WIDTH, HEIGHT] = [72, 18];

export interface TapePaceLineProps {
  /** Contracts by second, oldest first. */
  readonly seconds: readonly number[];
  /** Contracts a second at this time of the day; null where it is not known. */
  readonly usual: number | null;
}

function Plot({ seconds }: Pick<TapePaceLineProps, 'seconds'>): ReactNode {
  const most = Math.max(1, ...seconds);
  const step = WIDTH / seconds.length;
  const path = seconds
    .map((contracts, n) => {
      const height = (contracts / most) * HEIGHT;
      return `M${(n * step).toFixed(2)} ${HEIGHT}v${(-height).toFixed(2)}h${(step * 0.8).toFixed(2)}V${HEIGHT}z`;
    })
    .join('');
  return (
    <svg width={WIDTH} height={HEIGHT} className="ml-auto shrink-0" aria-hidden="true">
      <path d={path} fill="var(--text-3)" />
    </svg>
  );
}

export function TapePaceLine({ seconds, usual }: TapePaceLineProps): ReactNode {
  const speed = pacePerSecond(seconds, SPEED_SECONDS);
  return (
    <p className="tape-pace">
      <span className="text-text-3">Speed</span>
      <span className="font-medium">{formatSize(Math.round(speed))} contracts/s</span>
      {usual === null || usual === 0 ? (
        <span
          className="text-text-3"
          title="What is usual at this time needs three earlier trading days with data"
        >
          usual not known
        </span>
      ) : (
        <span
          className="text-text-2"
          title={`Usual at this time of the day: ${usual.toFixed(1)} contracts a second`}
        >
          {(speed / usual).toFixed(1)}× usual
        </span>
      )}
      <Plot seconds={seconds} />
    </p>
  );
}
