/**
 * The separator between panes: dragged, moved with the arrow keys, or set back to the middle with a double click. It
 * follows the pointer at once; the panes follow where it rests, because redrawing all of them takes longer than a frame.
 */
import { MAX_SHARE, MIN_SHARE } from '@undertow/contracts';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { PlacedBar } from '#workspace/tree/pane-places.ts';
import { percent } from './percent.ts';

const KEY_STEP = 0.02;
/** A pointer that has not moved for this long rests. */
const REST_MS = 200;

export interface SplitBarProps {
  readonly bar: PlacedBar;
  readonly label: string;
  /** The element of which the places are shares. */
  readonly box: HTMLElement | null;
  readonly onShare: (share: number) => void;
}

/** In thousandths and within the bounds, as layouts are stored. */
const bounded = (share: number): number =>
  Math.round(Math.min(MAX_SHARE, Math.max(MIN_SHARE, share)) * 1000) / 1000;

/** The share under the pointer, from its first movement until the layout has it. */
function useDraggedShare(share: number, onShare: SplitBarProps['onShare']) {
  const [dragged, setDragged] = useState<number | null>(null);
  // The pointer may be released before its last movement is drawn
  const newest = useRef<number | null>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  useEffect(() => {
    if (newest.current === null) setDragged(null);
  }, [share]);
  return {
    dragged,
    drag: (to: number): void => {
      newest.current = to;
      setDragged(to);
      clearTimeout(rest.current);
      rest.current = setTimeout(() => onShare(to), REST_MS);
    },
    drop: (): void => {
      const last = newest.current;
      newest.current = null;
      clearTimeout(rest.current);
      if (last === null || last === share) setDragged(null);
      else onShare(last);
    },
  };
}

export function SplitBar({ bar, label, box, onShare }: SplitBarProps): ReactNode {
  const { split, area } = bar;
  const isRow = split === 'row';
  const { dragged, drag, drop } = useDraggedShare(bar.share, onShare);
  const share = dragged ?? bar.share;
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || box === null) return;
    const whole = box.getBoundingClientRect();
    drag(
      bounded(
        isRow
          ? ((event.clientX - whole.left) / whole.width - area.x) / area.width
          : ((event.clientY - whole.top) / whole.height - area.y) / area.height,
      ),
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
      onLostPointerCapture={drop}
    />
  );
}
