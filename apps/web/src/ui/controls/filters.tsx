/** A row of filters over what they filter; on phones the finer ones wait behind a line that opens them. */
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import type { Option } from './select.tsx';
import { TextField } from './text-field.tsx';

export interface FilterBarProps {
  readonly label: string;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly clearText?: string;
  readonly children: ReactNode;
}

export function FilterBar(props: FilterBarProps): ReactNode {
  const { label, isFiltered, onClear, clearText = 'Clear filters', children } = props;
  return (
    <search className="filter-bar" aria-label={label}>
      {children}
      <Button kind="ghost" disabled={!isFiltered} onClick={onClear}>
        {clearText}
      </Button>
    </search>
  );
}

export interface FilterFoldProps {
  /** Null where there is space for all of them. */
  readonly summary: string | null;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

export function FilterFold({ summary, isOpen = false, children }: FilterFoldProps): ReactNode {
  if (summary === null) return children;
  return (
    <details className="filter-fold" open={isOpen}>
      <summary>{summary}</summary>
      <div>{children}</div>
    </details>
  );
}

export interface DayRangeProps {
  /** Which day is meant, such as `exchange day`. */
  readonly day: string;
  /** First and last one, `YYYY-MM-DD`. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly onChange: (change: { readonly from: string } | { readonly to: string }) => void;
}

export function DayRange({ day, from, to, onChange }: DayRangeProps): ReactNode {
  return (
    <>
      <TextField
        label={`From, ${day}`}
        type="date"
        value={from ?? ''}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <TextField
        label={`To, ${day}`}
        type="date"
        value={to ?? ''}
        onChange={(event) => onChange({ to: event.target.value })}
      />
    </>
  );
}

/** Values as they are, after the choice of all of them. */
export function choicesOf(all: string, values: readonly string[]): Option[] {
  return [{ value: '', label: all }, ...values.map((value) => ({ value, label: value }))];
}
