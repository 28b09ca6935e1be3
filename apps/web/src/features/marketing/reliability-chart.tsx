/** Stated probability against what came true: a dot a tenth with its interval, and the diagonal where both agree. */
import type { MeasuredRates } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { formatDate } from '#lib/times.ts';
import { Badge } from '#ui/badge.tsx';
import { wholeRate } from './rate-words.ts';

const WIDTH = 520;
const HEIGHT = 320;
const LEFT = 44;
const BOTTOM = 40;
const RIGHT = 12;
const TOP = 10;
const STEPS = [0, 0.2, 0.4, 0.6, 0.8, 1];

const xOf = (share: number): number => LEFT + share * (WIDTH - LEFT - RIGHT);
const yOf = (share: number): number => TOP + (1 - share) * (HEIGHT - TOP - BOTTOM);
const percentOf = (share: number): string => `${Math.round(share * 100)}%`;

function Grid(): ReactNode {
  return (
    <g className="reliability-grid">
      {STEPS.map((step) => (
        <g key={step}>
          <line x1={xOf(0)} x2={xOf(1)} y1={yOf(step)} y2={yOf(step)} />
          <text x={LEFT - 8} y={yOf(step) + 4} textAnchor="end">
            {percentOf(step)}
          </text>
          <text x={xOf(step)} y={HEIGHT - BOTTOM + 16} textAnchor="middle">
            {percentOf(step)}
          </text>
        </g>
      ))}
      <line className="diagonal" x1={xOf(0)} y1={yOf(0)} x2={xOf(1)} y2={yOf(1)} />
      <text x={(xOf(0) + xOf(1)) / 2} y={HEIGHT - 6} textAnchor="middle">
        Stated probability
      </text>
    </g>
  );
}

export function ReliabilityChart({ rates }: { readonly rates: MeasuredRates | undefined }): ReactNode {
  const bins = rates?.reliability ?? [];
  const count = bins.reduce((sum, { came }) => sum + came.count, 0);
  return (
    <figure className="card reliability">
      <figcaption className="flex flex-wrap items-center gap-2">
        <b>Reliability, every probability</b>
        <Badge tone="warn">SIMULATED</Badge>
        <span className="grow" />
        <span className="t-12 font-cond text-text-3">
          {rates === undefined
            ? ''
            : `n = ${count.toLocaleString('en-GB')}, ${formatDate(Date.parse(rates.date), 'UTC')}`}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <Grid />
        {bins.map(({ meanForecast, came }) => (
          <g key={meanForecast} className="reliability-dot">
            <line x1={xOf(meanForecast)} x2={xOf(meanForecast)} y1={yOf(came.low)} y2={yOf(came.high)} />
            <circle cx={xOf(meanForecast)} cy={yOf(came.value)} r="4.5" />
          </g>
        ))}
      </svg>
      <table className="sr-only">
        <caption>Stated probability and how often it came true</caption>
        <thead>
          <tr>
            <th scope="col">Stated</th>
            <th scope="col">Came true</th>
          </tr>
        </thead>
        <tbody>
          {bins.map(({ meanForecast, came }) => (
            <tr key={meanForecast}>
              <td>{percentOf(meanForecast)}</td>
              <td>{wholeRate(came)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
