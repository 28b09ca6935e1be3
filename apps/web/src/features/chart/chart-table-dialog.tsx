/** The chart's data as tables: levels, events, bars. */
import type { ReactNode } from 'react';
import type { ChartInput } from '#chart/data/chart-input.ts';
import { BAR_COLUMNS, chartTable, EVENT_COLUMNS } from '#chart/scene/chart-summary.ts';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

function DataTable({
  caption,
  columns,
  rows,
}: {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}): ReactNode {
  return (
    <table className="table mt-4">
      <caption className="pb-1 text-left font-medium">{caption}</caption>
      <TableHead columns={columns.map((title, at) => (at === 0 ? title : [title, 'num']))} />
      <tbody>
        {rows.map((row) => (
          <tr key={row.join()}>
            {row.map((cell, at) => (
              <td key={columns[at]} className={at === 0 ? '' : 'num'}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface ChartTableDialogProps {
  readonly open: boolean;
  readonly input: ChartInput;
  readonly nowMs: number;
  readonly onClose: () => void;
}

export function ChartTableDialog({ open, input, nowMs, onClose }: ChartTableDialogProps): ReactNode {
  if (!open) return null;
  const table = chartTable(input, nowMs);
  return (
    <Dialog open onClose={onClose} wide title={`${input.instrument?.name ?? 'Chart'} as a table`}>
      <div className="overflow-x-auto">
        <DataTable caption="Levels" columns={['Level', 'Price']} rows={table.levels} />
        <DataTable caption="Events" columns={EVENT_COLUMNS} rows={table.events} />
        <DataTable caption="Bars" columns={BAR_COLUMNS} rows={table.bars} />
      </div>
    </Dialog>
  );
}
