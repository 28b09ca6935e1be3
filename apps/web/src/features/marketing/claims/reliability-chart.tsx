/** Stated probability against what came true: a dot a tenth with its interval, and the diagonal where both agree. */
import type { MeasuredRates } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { formatShare } from '#lib/format/formats.ts';
import { formatDate } from '#lib/format/times.ts';
import { Badge } from '#ui/marks/badge.tsx';
import { ShareAxes, type ShareFrame, shareX, shareY } from '#ui/plots/share-axes.tsx';
import { wholeRate } from './rate-words.ts';

const FRAME: ShareFrame = { width: 520, height: 320, left: 44, right: 12, top: 10, bottom: 40 };

const xOf = (share: number): number => shareX(FRAME, share);
const yOf = (share: number): number => shareY(FRAME, share);

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
      <svg viewBox={`0 0 ${FRAME.width} ${FRAME.height}`} aria-hidden="true">
        <ShareAxes frame={FRAME} />
        <text x={xOf(0.5)} y={FRAME.height - 6} textAnchor="middle">
          Stated probability
        </text>
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
              <td>{formatShare(meanForecast)}</td>
              <td>{wholeRate(came)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
