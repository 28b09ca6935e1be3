/**
 * Stated probability against what came true, live: a dot a tenth, as large as its sample, and the diagonal of
 * agreement.
 */
import type { ReactNode } from 'react';
import { formatShare } from '#lib/format/formats.ts';
import { TableHead } from '#ui/layout/table-head.tsx';
import { ShareAxes, type ShareFrame, shareX, shareY } from '#ui/plots/share-axes.tsx';
import type { CurvePoint } from './track-facts.ts';

const FRAME: ShareFrame = { width: 420, height: 260, left: 40, right: 10, top: 10, bottom: 38 };
const MIN_DOT = 3;
const DOT_GROWTH = 0.15;
const MAX_DOT = 8;

const dotOf = (count: number): number => Math.min(MAX_DOT, MIN_DOT + DOT_GROWTH * Math.sqrt(count));

export function TrackCurve({ points }: { readonly points: readonly CurvePoint[] }): ReactNode {
  return (
    <figure className="plot-figure">
      <figcaption>
        Reliability, live<span>stated probability across, came true upwards</span>
      </figcaption>
      <svg className="plot track-curve" viewBox={`0 0 ${FRAME.width} ${FRAME.height}`} aria-hidden="true">
        <ShareAxes frame={FRAME} />
        {points.map(({ stated, came, count }) => (
          <circle
            key={stated}
            className="track-dot"
            cx={shareX(FRAME, stated)}
            cy={shareY(FRAME, came)}
            r={dotOf(count)}
          />
        ))}
      </svg>
      <table className="sr-only">
        <caption>Stated probability and how often it came true, live</caption>
        <TableHead columns={['Stated', 'Came true', 'Sample']} />
        <tbody>
          {points.map(({ stated, came, count }) => (
            <tr key={stated}>
              <td>{formatShare(stated)}</td>
              <td>{formatShare(came)}</td>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
