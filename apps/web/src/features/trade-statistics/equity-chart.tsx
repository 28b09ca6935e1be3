/** The sum of closed results day by day, with the band between it and the peak before: the drawdown. */
import { type ReactNode, useMemo } from 'react';
import { formatDay } from '#lib/format/exchange-days.ts';
import { formatAmount } from '#lib/format/formats.ts';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { EQUITY_BOX, type EquityDay, equityLine } from './equity-line.ts';

export interface EquityChartProps {
  readonly days: readonly EquityDay[];
  readonly currency: string | null;
}

/** What the drawing shows, in one sentence. */
function summary(days: readonly EquityDay[], currency: string | null, deepest: string): string {
  const first = days[0];
  const last = days.at(-1);
  if (first === undefined || last === undefined) return 'No closed trades yet.';
  const end = formatAmount(last.equity, currency, { signed: true });
  return `Sum of closed results from ${formatDay(first.day)} to ${formatDay(last.day)}: it ends at ${end}${deepest}.`;
}

export function EquityChart({ days, currency }: EquityChartProps): ReactNode {
  // Drawn in the width it has, so that its words keep their size
  const width = useMedia(PHONE) ? EQUITY_BOX.narrow : EQUITY_BOX.wide;
  const line = useMemo(() => equityLine(days, width), [days, width]);
  const { height, left, right } = EQUITY_BOX;
  const { deepest } = line;
  const fall = deepest === null ? '' : formatAmount(`-${deepest.drawdown}`, currency, { whole: true });
  const deepestWords =
    deepest === null ? '' : `; the deepest drawdown is ${fall}, on ${formatDay(deepest.day)}`;
  return (
    <figure className="plot-figure">
      <figcaption>
        Equity and drawdown
        <span>{deepest === null ? 'no drawdown so far' : `deepest ${fall}, ${formatDay(deepest.day)}`}</span>
      </figcaption>
      <svg
        className="plot"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={summary(days, currency, deepestWords)}
      >
        {line.values.map(({ value, y }) => (
          <g key={value}>
            <line
              className={value === 0 ? 'plot-zero' : 'plot-grid'}
              x1={left}
              x2={width - right}
              y1={y}
              y2={y}
            />
            <text x={left - 6} y={y + 4} textAnchor="end">
              {formatAmount(String(value), currency, { whole: true })}
            </text>
          </g>
        ))}
        {line.days.map(({ day, x }, at) => (
          <text key={day} x={x} y={height - 5} textAnchor={at === 0 ? 'start' : 'middle'}>
            {formatDay(day, at === 0 ? undefined : Number(day.slice(0, 4)))}
          </text>
        ))}
        <path className="equity-band" d={line.band} />
        <path className="plot-curve" d={line.curve} />
        {deepest === null ? null : (
          <g className="equity-deepest">
            <circle cx={deepest.x} cy={deepest.y} r="3.5" />
            <text
              x={deepest.x + (deepest.x > width * 0.8 ? -8 : 8)}
              y={deepest.y + 4}
              textAnchor={deepest.x > width * 0.8 ? 'end' : 'start'}
            >
              {fall}
            </text>
          </g>
        )}
      </svg>
    </figure>
  );
}
