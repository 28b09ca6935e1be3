/** The studies of a chart in a pane: drawn into it, named over it with their values, and as a table. */
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { ChartInput } from '#chart/data/chart-input.ts';
import { zoneClock } from '#chart/data/time-labels.ts';
import { barHolding } from '#chart/geometry/frame.ts';
import type { StudyMarket } from '#chart/studies/session-bars.ts';
import type { StudyChoices } from '#chart/studies/study-choices.ts';
import { type StudyTable, studyLegend, studyTable } from '#chart/studies/study-legend.ts';
import { StudySet } from '#chart/studies/study-set.ts';
import type { ChartParts } from '#features/chart/use-chart-input.ts';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

export interface StudyLayerProps {
  readonly parts: ChartParts;
  readonly choices: StudyChoices;
  readonly market: StudyMarket;
}

/** `20 Nov 16:50`. */
function instantOf({ timeZone }: Pick<ChartInput, 'timeZone'>): (timeMs: number) => string {
  const clock = zoneClock(timeZone);
  return (timeMs) => `${clock.day(timeMs).split(' ').slice(1).join(' ')} ${clock.minute(timeMs)}`;
}

function TableDialog({
  table,
  onClose,
}: {
  readonly table: StudyTable;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Dialog open onClose={onClose} wide title="Studies as a table">
      <div className="overflow-x-auto">
        {table.levels.length === 0 ? null : (
          <table className="table mt-4">
            <caption className="pb-1 text-left font-medium">Levels</caption>
            <TableHead columns={['Level', ['Price', 'num']]} />
            <tbody>
              {table.levels.map(([name, price]) => (
                <tr key={name}>
                  <td>{name}</td>
                  <td className="num">{price}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {table.rows.length === 0 ? null : (
          <table className="table mt-4">
            <caption className="pb-1 text-left font-medium">Values, newest first</caption>
            <TableHead columns={table.columns.map((title, at) => (at === 0 ? title : [title, 'num']))} />
            <tbody>
              {table.rows.map((row) => (
                <tr key={row[0]}>
                  {row.map((cell, at) => (
                    <td key={table.columns[at]} className={at === 0 ? '' : 'num'}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Dialog>
  );
}

export function StudyLayer({ parts, choices, market }: StudyLayerProps): ReactNode {
  const { chart, input, bar } = parts;
  const [isTableOpen, setTableOpen] = useState(false);
  const studies = useMemo(() => new StudySet(choices, market), [choices, market]);
  studies.update(input.bars, performance.now());
  useEffect(() => {
    chart?.setStudies(studies);
    return () => chart?.setStudies(null);
  }, [chart, studies]);
  const { instrument, bars } = input;
  if (instrument === null || bars.length === 0) return null;
  const instant = instantOf(input);
  const index = bar === null ? bars.length - 1 : barHolding(bars, bar.startMs);
  return (
    <>
      <div className="study-legend">
        {studyLegend(studies, index, instrument, instant).map(({ name, color, text }) => (
          <span key={name}>
            <i aria-hidden="true" style={{ background: `var(--${color})` }} />
            {name} <b>{text}</b>
          </span>
        ))}
        <button type="button" onClick={() => setTableOpen(true)}>
          Studies as a table
        </button>
      </div>
      {isTableOpen ? (
        <TableDialog table={studyTable(studies, instrument, instant)} onClose={() => setTableOpen(false)} />
      ) : null}
    </>
  );
}
