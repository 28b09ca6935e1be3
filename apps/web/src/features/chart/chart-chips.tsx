/** Over the chart's upper right: how many smaller marks are hidden, and whether the signals are in a column. */
import type { ReactNode } from 'react';
import { useKeyText } from '#api/account/key-commands.ts';
import { SmallerChip } from '#ui/controls/smaller-chip.tsx';
import { Icon } from '#ui/marks/icon.tsx';

export interface ChartChipsProps {
  readonly hidden: number;
  readonly areShown: boolean;
  /** Single-letter keys act: M does the same. */
  readonly letterKeys: boolean;
  readonly onSmallMarks: () => void;
  /** Null where there is no space for a column, or nothing to show in it. */
  readonly column: { readonly isOpen: boolean; readonly onToggle: () => void } | null;
}

export function ChartChips(props: ChartChipsProps): ReactNode {
  const smallKey = useKeyText('smallMarks');
  const { hidden, areShown, letterKeys, onSmallMarks, column } = props;
  return (
    <div className="chart-chips" data-column={column?.isOpen === true}>
      {hidden > 0 || areShown ? (
        <SmallerChip
          className="marks-chip"
          hidden={hidden}
          areShown={areShown}
          keyName={letterKeys ? smallKey : null}
          onToggle={onSmallMarks}
        />
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
