/** The separator between panes: dragged, moved with the arrow keys, or set back to the middle with a double click. */
import { MAX_SHARE, MIN_SHARE } from '@undertow/contracts';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import type { PlacedBar } from '#features/workspace/tree/pane-places.ts';
import { percent } from './percent.ts';

const KEY_STEP = 0.02;

export interface SplitBarProps {
  readonly bar: PlacedBar;
  readonly label: string;
  /** The element of which the places are shares. */
  readonly box: HTMLElement | null;
  readonly onShare: (share: number) => void;
}

export function SplitBar({ bar, label, box, onShare }: SplitBarProps): ReactNode {
  const { split, share, area } = bar;
  const isRow = split === 'row';
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || box === null) return;
    const whole = box.getBoundingClientRect();
    onShare(
      isRow
        ? ((event.clientX - whole.left) / whole.width - area.x) / area.width
        : ((event.clientY - whole.top) / whole.height - area.y) / area.height,
    );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      [isRow ? 'ArrowLeft' : 'ArrowUp']: share - KEY_STEP,
      [isRow ? 'ArrowRight' : 'ArrowDown']: share + KEY_STEP,
      Home: MIN_SHARE,
      End: MAX_SHARE,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onShare(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable separator is this role with a value, not a rule
    <div
      role="separator"
      aria-orientation={isRow ? 'vertical' : 'horizontal'}
      aria-label={label}
      aria-valuemin={MIN_SHARE * 100}
      aria-valuemax={MAX_SHARE * 100}
      aria-valuenow={Math.round(share * 100)}
      tabIndex={0}
      className="pane-bar"
      data-split={split}
      style={
        isRow
          ? {
              left: percent(area.x + area.width * share),
              top: percent(area.y),
              height: percent(area.height),
            }
          : {
              top: percent(area.y + area.height * share),
              left: percent(area.x),
              width: percent(area.width),
            }
      }
      onKeyDown={onKeyDown}
      onDoubleClick={() => onShare(0.5)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    />
  );
}
