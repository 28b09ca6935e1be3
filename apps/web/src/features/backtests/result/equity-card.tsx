/** Equity over the band of random entries, and the drawdown below it. */
import type { BacktestResultDto } from '@undertow/contracts';
import { type ReactNode, useMemo } from 'react';
import { usdText } from '#features/backtests/words/estimate-words.ts';
import { formatDay } from '#lib/format/exchange-days.ts';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { Card } from '#ui/layout/card.tsx';
import { EQUITY, equityDrawing } from './equity-drawing.ts';

const WIDE = 760;
const NARROW = 360;

const monthName = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'short' });

function summary({ equity, baseLine }: BacktestResultDto, end: number, deepest: number): string {
  const [first, last] = [equity[0], equity.at(-1)];
  if (first === undefined || last === undefined) return 'No session.';
  const band = baseLine?.band;
  const between = [band?.low.at(-1), band?.high.at(-1)].map((value) => usdText(value ?? 0)).join(' and ');
  const random = band === undefined ? '' : ` Nine of ten random sets end between ${between}.`;
  return `Net result from ${formatDay(first.tradingDay)} to ${formatDay(last.tradingDay)}: it ends at ${usdText(end)}, the largest drawdown at the end of a session is ${usdText(deepest)}.${random}`;
}

export function EquityCard({ result }: { readonly result: BacktestResultDto }): ReactNode {
  const width = useMedia(PHONE) ? NARROW : WIDE;
  const drawn = useMemo(() => equityDrawing(result, width), [result, width]);
  const { end, deepest } = drawn;
  const right = width - EQUITY.right;
  return (
    <Card
      title="Equity and drawdown"
      note="net, by session"
      actions={
        <span className="bt-legend">
          <span data-mark="rule">This rule</span>
          {drawn.band === '' ? null : (
            <>
              <span data-mark="band">Random entries, 5 to 95%</span>
              <span data-mark="median">their median</span>
            </>
          )}
        </span>
      }
    >
      <svg
        className="plot bt-equity"
        viewBox={`0 0 ${width} ${EQUITY.height}`}
        role="img"
        aria-label={summary(result, end.value, deepest.value)}
      >
        <path className="bt-band" d={drawn.band} />
        {drawn.values.map(({ value, y }) => (
          <g key={value}>
            <line
              className={value === 0 ? 'plot-zero' : 'plot-grid'}
              x1={EQUITY.left}
              x2={right}
              y1={y}
              y2={y}
            />
            <text x={right + 8} y={y + 4}>
              {usdText(value)}
            </text>
          </g>
        ))}
        <path className="bt-median" d={drawn.median} />
        <path className="plot-curve" d={drawn.curve} />
        <circle className="bt-end" cx={end.x} cy={end.y} r="3" />
        <g className="bt-end-label" transform={`translate(${right + 4} ${end.y - 9})`}>
          <rect width={EQUITY.right - 6} height="18" rx="3" />
          <text x="5" y="13">
            {usdText(end.value)}
          </text>
        </g>
        <text x={EQUITY.left} y={EQUITY.drawdownTop - 6}>
          Drawdown, at session ends
        </text>
        <path className="bt-drawdown" d={drawn.drawdown} />
        {deepest.value === 0 ? null : (
          <>
            <circle className="bt-deepest" cx={deepest.x} cy={deepest.y} r="3" />
            <text className="bt-loss" x={right + 8} y={deepest.y + 4}>
              {usdText(-deepest.value)}
            </text>
          </>
        )}
        {drawn.months.map(({ day, x }) => (
          <text key={day} x={x} y={EQUITY.height - 8} textAnchor="middle">
            {monthName.format(Date.parse(`${day}T00:00:00Z`))}
          </text>
        ))}
      </svg>
    </Card>
  );
}
