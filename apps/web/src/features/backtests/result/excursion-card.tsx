/** How far trades went against their entry and along with it: a scatter, and the same as a table. */
import { readRule } from '@undertow/backtest';
import { instrumentBySymbol } from '@undertow/market';
import { type ReactNode, useMemo } from 'react';
import { countOf, formatSize } from '#lib/format/formats.ts';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { Card } from '#ui/layout/card.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { EXCURSION_BOX, excursionDrawing, excursionSummary } from './excursion-drawing.ts';
import { type Excursions, excursionBands, tradesOf } from './excursion-figures.ts';

const WIDE = 580;
const NARROW = 340;

/** Distances of the rule that are the same for every trade. */
function linesOf(ruleText: string) {
  const { rule } = readRule(ruleText, (symbol) => instrumentBySymbol(symbol) ?? null);
  const { stop = null, target = null } = rule?.exits ?? {};
  return {
    stopTicks: stop?.unit === 'ticks' ? stop.value : null,
    targetTicks: target?.unit === 'ticks' ? target.value : null,
  };
}

function BandTable({ excursions }: { readonly excursions: Excursions }): ReactNode {
  return (
    <details className="bt-as-table">
      <summary>Show as a table</summary>
      <ScrollRegion label="How far trades went, table" className="max-h-72 overflow-auto">
        <table className="table">
          <TableHead
            columns={['Worst move, ticks', ['Won', 'num'], ['Lost', 'num'], ['Best move, half by', 'num']]}
          />
          <tbody>
            {excursionBands(excursions).map(({ fromTicks, toTicks, won, lost, aheadTicks }) => (
              <tr key={fromTicks}>
                <th scope="row">{fromTicks === toTicks ? fromTicks : `${fromTicks} to ${toTicks}`}</th>
                <td className="num">{formatSize(won)}</td>
                <td className="num">{formatSize(lost)}</td>
                <td className="num">{countOf(aheadTicks, 'tick')} or more</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}

export interface ExcursionCardProps {
  readonly excursions: Excursions;
  readonly ruleText: string;
}

export function ExcursionCard({ excursions, ruleText }: ExcursionCardProps): ReactNode {
  const width = useMedia(PHONE) ? NARROW : WIDE;
  const lines = useMemo(() => linesOf(ruleText), [ruleText]);
  const drawn = useMemo(() => excursionDrawing(excursions, width, lines), [excursions, width, lines]);
  const { height, left, right, top, bottom } = EXCURSION_BOX;
  const [floor, end] = [height - bottom, width - right];
  const { stopTicks, targetTicks } = lines;
  return (
    <Card
      title="How far trades went"
      note="MAE and MFE, ticks"
      actions={
        <span className="bt-legend">
          <span data-mark="won">Won, {formatSize(tradesOf(excursions, 'won'))}</span>
          <span data-mark="lost">Lost, {formatSize(tradesOf(excursions, 'lost'))}</span>
        </span>
      }
    >
      <svg
        className="plot bt-excursions"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={excursionSummary(excursions)}
      >
        {drawn.along.map(({ ticks, y }) => (
          <g key={ticks}>
            <line className={ticks === 0 ? 'bt-floor' : 'plot-grid'} x1={left} x2={end} y1={y} y2={y} />
            <text x={left - 7} y={y + 4} textAnchor="end">
              {formatSize(ticks)}
            </text>
          </g>
        ))}
        {drawn.against.map(({ ticks, x }) => (
          <text key={ticks} x={x} y={floor + 16} textAnchor="middle">
            {formatSize(ticks)}
          </text>
        ))}
        {stopTicks === null ? null : (
          <g className="bt-stop-line">
            <line x1={drawn.xOf(stopTicks)} x2={drawn.xOf(stopTicks)} y1={top} y2={floor} />
            <text x={drawn.xOf(stopTicks)} y={top - 5} textAnchor="middle">
              stop {stopTicks}
            </text>
          </g>
        )}
        {targetTicks === null ? null : (
          <g className="bt-target-line">
            <line x1={left} x2={end} y1={drawn.yOf(targetTicks)} y2={drawn.yOf(targetTicks)} />
            <text x={end} y={drawn.yOf(targetTicks) - 5} textAnchor="end">
              target {targetTicks}
            </text>
          </g>
        )}
        <path className="bt-lost" d={drawn.lost} />
        <path className="bt-won" d={drawn.won} />
        <text x={(left + end) / 2} y={height - 6} textAnchor="middle">
          worst move against the entry (MAE), ticks
        </text>
        <text transform={`translate(11 ${(top + floor) / 2}) rotate(-90)`} textAnchor="middle">
          best move for it (MFE), ticks
        </text>
      </svg>
      <BandTable excursions={excursions} />
    </Card>
  );
}
