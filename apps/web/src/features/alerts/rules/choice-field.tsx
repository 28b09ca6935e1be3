/** A choice from a list inside a form that keeps its fields by itself. */
import { type ReactNode, type Ref, type SelectHTMLAttributes, useId } from 'react';

export interface ChoiceFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly ref?: Ref<HTMLSelectElement>;
}

export function ChoiceField({ label, options, ...rest }: ChoiceFieldProps): ReactNode {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <select {...rest} id={id} className="field">
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
