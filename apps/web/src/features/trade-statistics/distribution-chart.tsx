/**
 * How often results of each size came: a histogram, losses and gains distinguished by colour and by the line at zero.
 */
import type { ReactNode } from 'react';
import { countOf, formatAmount } from '#lib/format/formats.ts';
import { marksOf, shareOf } from '#lib/format/linear-scale.ts';

const BOX = { width: 380, height: 190, left: 30, right: 6, top: 8, bottom: 22 } as const;
const COUNT_MARKS = 3;
const AMOUNT_MARKS = 4;

export interface DistributionChartProps {
  readonly edges: readonly string[];
  readonly counts: readonly number[];
  readonly currency: string | null;
}

function summary(low: string, high: string, counts: readonly number[], edges: readonly number[]): string {
  const most = Math.max(...counts);
  const lost = counts.reduce((sum, count, at) => ((edges[at + 1] ?? 0) <= 0 ? sum + count : sum), 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return `${countOf(total, 'result')} between ${low} and ${high}; ${lost} below zero; the largest bin holds ${most}.`;
}

export function DistributionChart({ edges: texts, counts, currency }: DistributionChartProps): ReactNode {
  const edges = texts.map(Number);
  const [first, last] = [edges[0], edges.at(-1)];
  if (first === undefined || last === undefined || counts.length === 0) return null;
  const amount = (value: number): string => formatAmount(String(value), currency, { whole: true });
  const across = { low: first, high: last };
  const up = { low: 0, high: Math.max(1, ...counts) };
  const xOf = (value: number): number =>
    BOX.left + shareOf(value, across) * (BOX.width - BOX.left - BOX.right);
  const yOf = (count: number): number =>
    BOX.top + (1 - shareOf(count, up)) * (BOX.height - BOX.top - BOX.bottom);
  const isZeroShown = first < 0 && last > 0;
  return (
    <figure className="plot-figure">
      <figcaption>
        Distribution of results <span>net per trade</span>
      </figcaption>
      <svg
        className="plot"
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        role="img"
        aria-label={summary(amount(first), amount(last), counts, edges)}
      >
        {marksOf(up, COUNT_MARKS)
          .filter(Number.isInteger)
          .map((count) => (
            <g key={count}>
              <line
                className="plot-grid"
                x1={BOX.left}
                x2={BOX.width - BOX.right}
                y1={yOf(count)}
                y2={yOf(count)}
              />
              <text x={BOX.left - 5} y={yOf(count) + 4} textAnchor="end">
                {count}
              </text>
            </g>
          ))}
        {counts.map((count, at) => {
          const from = edges[at] ?? 0;
          const to = edges[at + 1] ?? from;
          return (
            <rect
              key={from}
              className="plot-bar"
              data-sign={to <= 0 ? -1 : 1}
              x={xOf(from) + 0.5}
              width={Math.max(1, xOf(to) - xOf(from) - 1)}
              y={yOf(count)}
              height={yOf(0) - yOf(count)}
            />
          );
        })}
        {isZeroShown ? <line className="plot-zero" x1={xOf(0)} x2={xOf(0)} y1={BOX.top} y2={yOf(0)} /> : null}
        {marksOf(across, AMOUNT_MARKS).map((value) => (
          <text key={value} x={xOf(value)} y={BOX.height - 6} textAnchor="middle">
            {amount(value)}
          </text>
        ))}
      </svg>
    </figure>
  );
}
