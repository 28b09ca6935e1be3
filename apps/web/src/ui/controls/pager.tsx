/** Which rows of a long list are shown, and the way to the ones before and after. */
import type { ReactNode } from 'react';
import { countOf, formatSize } from '#lib/format/formats.ts';
import { Button } from './button.tsx';

export interface PagerProps {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  /** One row in a word: `trade`. */
  readonly thing: string;
  readonly onTurn: (page: number) => void;
}

export function Pager({ page, pageSize, total, thing, onTurn }: PagerProps): ReactNode {
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <nav className="flex items-center gap-2 px-3.5 py-2" aria-label={`Pages of ${thing}s`}>
      <span className="grow text-text-3" role="status">
        {formatSize(first)} to {formatSize(last)} of {countOf(total, thing)}
      </span>
      <Button size="small" disabled={page === 1} onClick={() => onTurn(page - 1)}>
        Previous
      </Button>
      <Button size="small" disabled={last >= total} onClick={() => onTurn(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
