/** Over the chart's upper right: how many smaller marks are hidden, and whether the signals stand in a column. */
import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';

export interface ChartChipsProps {
  readonly hidden: number;
  readonly areShown: boolean;
  readonly onSmallMarks: () => void;
  /** Null where there is no room for a column, or nothing to stand in it. */
  readonly column: { readonly isOpen: boolean; readonly onToggle: () => void } | null;
}

export function ChartChips({ hidden, areShown, onSmallMarks, column }: ChartChipsProps): ReactNode {
  return (
    <div className="chart-chips" data-column={column?.isOpen === true}>
      {hidden > 0 || areShown ? (
        <button type="button" className="marks-chip" aria-pressed={areShown} onClick={onSmallMarks}>
          {areShown ? 'Smaller shown' : `${hidden.toLocaleString('en-GB')} smaller hidden`} <kbd>M</kbd>
        </button>
      ) : null}
      {column === null ? null : (
        <button
          type="button"
          className="marks-chip"
          aria-expanded={column.isOpen}
          aria-label={column.isOpen ? 'Collapse signals' : 'Show signals'}
          onClick={column.onToggle}
        >
          <Icon name={column.isOpen ? 'right' : 'left'} size={12} />
        </button>
      )}
    </div>
  );
}
