/** Two panels one above the other with a bar between them that is dragged, or moved with the arrow keys. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';

const KEY_STEP = 0.03;

export interface SplitProps {
  readonly label: string;
  readonly top: ReactNode;
  readonly bottom: ReactNode;
  /** Share of the height that the upper panel takes; null lets it be as high as its content. */
  readonly share: number | null;
  readonly min: number;
  readonly max: number;
  /** Null resets to the default. */
  readonly onChange: (share: number | null) => void;
}

export function Split({ label, top, bottom, share, min, max, onChange }: SplitProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const upper = useRef<HTMLDivElement>(null);
  const bounded = (value: number): number => Math.min(max, Math.max(min, Math.round(value * 1000) / 1000));
  const measured = (): number => {
    const whole = box.current?.clientHeight ?? 0;
    return whole === 0 ? 0.5 : (upper.current?.offsetHeight ?? 0) / whole;
  };
  const current = (): number => share ?? measured();

  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || box.current === null) return;
    const area = box.current.getBoundingClientRect();
    onChange(bounded((event.clientY - area.top) / area.height));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowUp: current() - KEY_STEP,
      ArrowDown: current() + KEY_STEP,
      Home: min,
      End: max,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onChange(bounded(next));
  };

  return (
    <div ref={box} className="flex min-h-0 grow flex-col">
      <div
        ref={upper}
        className="shrink-0 overflow-hidden"
        style={share === null ? undefined : { height: `${share * 100}%` }}
      >
        {top}
      </div>
      {/** biome-ignore lint/a11y/useSemanticElements: a movable separator is this role with a value, not a rule */}
      <div
        role="separator"
        aria-orientation="horizontal"
        aria-label={label}
        aria-valuemin={Math.round(min * 100)}
        aria-valuemax={Math.round(max * 100)}
        aria-valuenow={Math.round((share ?? 0.5) * 100)}
        tabIndex={0}
        className="split-bar"
        onKeyDown={onKeyDown}
        onDoubleClick={() => onChange(null)}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
      />
      <div className="flex min-h-0 grow flex-col">{bottom}</div>
    </div>
  );
}
