/** A footprint as tables: the bars on screen with their statistics, and the rows of one of them. */
import { type ReactNode, useState } from 'react';
import { BAR_COLUMNS, barRow, CELL_COLUMNS, cellRowsInWords } from '#flow-panes/footprint/cell-words.ts';
import type { FootprintBar } from '#flow-panes/footprint/footprint-facts.ts';
import type { FootprintInput } from '#flow-panes/footprint/footprint-input.ts';
import { Select } from '#ui/controls/select.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

function Rows(props: {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}): ReactNode {
  const { caption, columns, rows } = props;
  return (
    <table className="table mt-4">
      <caption className="pb-1 text-left font-medium">{caption}</caption>
      <TableHead columns={columns.map((title, at) => (at === 0 ? title : [title, 'num']))} />
      <tbody>
        {rows.map((row) => (
          <tr key={row[0]}>
            {row.map((cell, at) =>
              at === 0 ? (
                <th key={columns[at]} scope="row" className="text-left font-medium">
                  {cell}
                </th>
              ) : (
                <td key={columns[at]} className="num">
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface FootprintTableProps {
  readonly input: Pick<FootprintInput, 'instrument' | 'timeZone'>;
  /** Oldest first, as they were when it opened. */
  readonly bars: readonly FootprintBar[];
  readonly onClose: () => void;
}

export function FootprintTable({ input, bars, onClose }: FootprintTableProps): ReactNode {
  const newestFirst = bars.toReversed();
  const [chosen, setChosen] = useState(0);
  const bar = newestFirst[chosen];
  const names = newestFirst.map((one) => barRow(input, one)[0] ?? '');
  return (
    <Dialog open onClose={onClose} wide title={`${input.instrument?.name ?? 'Footprint'} as a table`}>
      <div className="overflow-x-auto">
        <Rows caption="Bars" columns={BAR_COLUMNS} rows={newestFirst.map((one) => barRow(input, one))} />
        {bar === undefined ? null : (
          <>
            <div className="mt-4 w-48">
              <Select
                label="Rows of the bar"
                value={String(chosen)}
                options={names.map((label, at) => ({ value: String(at), label }))}
                onChange={(at) => setChosen(Number(at))}
              />
            </div>
            <Rows
              caption={`Rows of ${names[chosen]}`}
              columns={CELL_COLUMNS}
              rows={cellRowsInWords(input, bar)}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
