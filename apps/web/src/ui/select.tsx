/** A choice from a list: the platform's own control, with its label above or for readers only. */
import { type ReactNode, useId } from 'react';

export interface SelectProps {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
  readonly disabled?: boolean;
}

export function Select({
  label,
  hideLabel = false,
  value,
  options,
  onChange,
  disabled = false,
}: SelectProps): ReactNode {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'field-label'}>
        {label}
      </label>
      <select
        id={id}
        className="field"
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
