/** How many smaller events a list hides, and the way to them. */
import type { ReactNode } from 'react';
import { formatSize } from '#lib/format/formats.ts';

export interface SmallerChipProps {
  /** Null where the number is not known. */
  readonly hidden: number | null;
  readonly areShown: boolean;
  /** The key that does the same; null where there is none. */
  readonly keyName: string | null;
  readonly onToggle: () => void;
  readonly className?: string;
}

function textOf({ hidden, areShown }: SmallerChipProps): string {
  if (areShown) return 'Smaller shown';
  return hidden === null ? 'Smaller hidden' : `${formatSize(hidden)} smaller hidden`;
}

export function SmallerChip(props: SmallerChipProps): ReactNode {
  const { areShown, keyName, onToggle, className = 'smaller-chip' } = props;
  return (
    <button type="button" className={className} aria-pressed={areShown} onClick={onToggle}>
      {textOf(props)}
      {keyName === null ? null : <kbd>{keyName}</kbd>}
    </button>
  );
}
