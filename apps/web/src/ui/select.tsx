/** A choice from a list: the platform's own control, with its label above or for readers only. */
import { type ReactNode, useId } from 'react';

export interface SelectProps {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
  readonly disabled?: boolean;
  /** Without a border: where the choice is the title of what follows. */
  readonly plain?: boolean;
}

export function Select({
  label,
  hideLabel = false,
  value,
  options,
  onChange,
  disabled = false,
  plain = false,
}: SelectProps): ReactNode {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'field-label'}>
        {label}
      </label>
      <select
        id={id}
        className={plain ? 'field border-transparent pl-0 font-semibold' : 'field'}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
