/** Stated probability against what came true, live: a dot a tenth, as large as its sample, and the diagonal of agreement. */
import type { ReactNode } from 'react';
import type { CurvePoint } from './track-facts.ts';

const WIDTH = 420;
const HEIGHT = 260;
const LEFT = 40;
const BOTTOM = 38;
const EDGE = 10;
const STEPS = [0, 0.2, 0.4, 0.6, 0.8, 1];
const SMALLEST_DOT = 3;
const DOT_GROWTH = 0.15;
const LARGEST_DOT = 8;

const xOf = (share: number): number => LEFT + share * (WIDTH - LEFT - EDGE);
const yOf = (share: number): number => EDGE + (1 - share) * (HEIGHT - EDGE - BOTTOM);
const percentOf = (share: number): string => `${Math.round(share * 100)}%`;
const dotOf = (count: number): number => Math.min(LARGEST_DOT, SMALLEST_DOT + DOT_GROWTH * Math.sqrt(count));

export function TrackCurve({ points }: { readonly points: readonly CurvePoint[] }): ReactNode {
  return (
    <figure className="plot-figure">
      <figcaption>
        Reliability, live<span>stated probability across, came true upwards</span>
      </figcaption>
      <svg className="plot track-curve" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {STEPS.map((step) => (
          <g key={step}>
            <line className="plot-grid" x1={xOf(0)} x2={xOf(1)} y1={yOf(step)} y2={yOf(step)} />
            <text x={LEFT - 6} y={yOf(step) + 4} textAnchor="end">
              {percentOf(step)}
            </text>
            <text x={xOf(step)} y={HEIGHT - BOTTOM + 16} textAnchor="middle">
              {percentOf(step)}
            </text>
          </g>
        ))}
        <line className="track-diagonal" x1={xOf(0)} y1={yOf(0)} x2={xOf(1)} y2={yOf(1)} />
        {points.map(({ stated, came, count }) => (
          <circle key={stated} className="track-dot" cx={xOf(stated)} cy={yOf(came)} r={dotOf(count)} />
        ))}
      </svg>
      <table className="sr-only">
        <caption>Stated probability and how often it came true, live</caption>
        <thead>
          <tr>
            <th scope="col">Stated</th>
            <th scope="col">Came true</th>
            <th scope="col">Sample</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ stated, came, count }) => (
            <tr key={stated}>
              <td>{percentOf(stated)}</td>
              <td>{percentOf(came)}</td>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
