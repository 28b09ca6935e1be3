/** The head of a table, one row of titles; a column of figures gives its class too, such as `num`. */
import type { ReactNode } from 'react';

export type TableColumn = string | readonly [title: string, className: string];

export function TableHead({ columns }: { readonly columns: readonly TableColumn[] }): ReactNode {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const [title, className] = typeof column === 'string' ? [column] : column;
          return (
            <th key={title} scope="col" className={className}>
              {title}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
