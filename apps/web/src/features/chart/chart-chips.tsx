/** Over the chart's upper right: how many smaller marks are hidden, and whether the signals are in a column. */
import type { ReactNode } from 'react';
import { useKeyText } from '#api/account/key-commands.ts';
import { countOf } from '#lib/format/formats.ts';
import { SmallerChip } from '#ui/controls/smaller-chip.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { Popover } from '#ui/overlays/popover.tsx';

export interface ChartChipsProps {
  readonly hidden: number;
  readonly areShown: boolean;
  /** Single-letter keys act: M does the same. */
  readonly letterKeys: boolean;
  readonly onSmallMarks: () => void;
  /** Null where there is no space for a column, or nothing to show in it. */
  /** Levels on screen or beyond it: on a narrow chart this chip names them in place of tags. */
  readonly aiLevels: readonly { readonly id: string; readonly title: string }[];
  readonly onLive: (() => void) | null;
  readonly column: { readonly isOpen: boolean; readonly onToggle: () => void } | null;
}

function AiChip({ levels }: { readonly levels: ChartChipsProps['aiLevels'] }): ReactNode {
  return (
    <Popover
      label="AI levels"
      trigger={
        <button type="button" className="marks-chip ai-chip">
          <b>AI</b> {countOf(levels.length, 'level')}
        </button>
      }
    >
      <ul className="t-12 flex flex-col gap-1 p-2">
        {levels.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
    </Popover>
  );
}

export function ChartChips(props: ChartChipsProps): ReactNode {
  const smallKey = useKeyText('smallMarks');
  const { hidden, areShown, letterKeys, onSmallMarks, column, aiLevels, onLive } = props;
  const resetKey = useKeyText('latestBars');
  return (
    <div className="chart-chips" data-column={column?.isOpen === true}>
      {onLive === null ? null : (
        <button type="button" className="marks-chip" onClick={onLive}>
          Back to live
          {letterKeys && resetKey !== null ? <kbd>{resetKey}</kbd> : null}
        </button>
      )}
      {aiLevels.length === 0 ? null : <AiChip levels={aiLevels} />}
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
