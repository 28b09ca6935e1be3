/** A profile as tables: sessions with their levels, levels of the day, and the rows of one session or of the range. */
import { type ReactNode, useState } from 'react';
import type { WordTable } from '#flow-panes/profile/profile-words.ts';
import { Select } from '#ui/controls/select.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

function Rows({ caption, columns, rows }: WordTable): ReactNode {
  return (
    <table className="table mt-4">
      <caption className="pb-1 text-left font-medium">{caption}</caption>
      <TableHead columns={columns.map((title, at) => (at === 0 ? title : [title, 'num']))} />
      <tbody>
        {rows.map((row) => (
          <tr key={row[0]}>
            {row.map((cell, at) =>
              at === 0 ? (
                <th key={columns[at]} scope="row" className="text-left font-medium whitespace-nowrap">
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

export interface ProfileTables {
  readonly title: string;
  readonly tables: readonly WordTable[];
  /** Rows of one of them, newest first; empty without. */
  readonly choices: readonly { readonly label: string; readonly table: WordTable }[];
}

export interface ProfileTableProps {
  /** As it was when it opened. */
  readonly content: ProfileTables;
  readonly onClose: () => void;
}

export function ProfileTable({ content: { title, tables, choices }, onClose }: ProfileTableProps): ReactNode {
  const [chosen, setChosen] = useState(0);
  const rows = choices[chosen]?.table;
  return (
    <Dialog open onClose={onClose} wide title={title}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus */}
      <section className="overflow-x-auto" aria-label="Tables" tabIndex={0}>
        {tables.map((table) => (
          <Rows key={table.caption} {...table} />
        ))}
        {rows === undefined ? null : (
          <>
            {choices.length < 2 ? null : (
              <div className="mt-4 w-48">
                <Select
                  label="Rows of the session"
                  value={String(chosen)}
                  options={choices.map(({ label }, at) => ({ value: String(at), label }))}
                  onChange={(at) => setChosen(Number(at))}
                />
              </div>
            )}
            <Rows {...rows} />
          </>
        )}
      </section>
    </Dialog>
  );
}
