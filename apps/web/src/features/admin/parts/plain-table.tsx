/** A table of texts and figures under its heads. */
import type { ReactNode } from 'react';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';

export interface PlainTableProps {
  readonly label: string;
  readonly heads: readonly string[];
  /** Columns of figures, from 0. */
  readonly numbers?: readonly number[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

export function PlainTable({ label, heads, numbers = [], rows }: PlainTableProps): ReactNode {
  const classOf = (at: number): string => (numbers.includes(at) ? 'num' : '');
  return (
    <ScrollRegion label={label} className="max-h-96 overflow-auto">
      <table className="table">
        <TableHead columns={heads.map((head, at) => [head, classOf(at)])} />
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <td key={heads[at]} className={classOf(at)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
