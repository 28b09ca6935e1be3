/** A choice from a list: the platform's own control, with its label above or for readers only. */
import type { ReactNode, Ref, SelectHTMLAttributes } from 'react';
import { Field } from './field.tsx';

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface SelectProps {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly value: string;
  readonly options: readonly Option[];
  /** Further options under a heading, below the others. */
  readonly group?: { readonly label: string; readonly options: readonly Option[] };
  readonly onChange: (value: string) => void;
  readonly disabled?: boolean;
  /** As low as a small button, and as wide as its words: in the head of a panel. */
  readonly size?: 'small';
  /** Without a border: where the choice is the title of what follows. */
  readonly plain?: boolean;
  /** Nothing is chosen yet and something must be. */
  readonly isMissing?: boolean;
}

function optionList(options: readonly Option[]): ReactNode {
  return options.map((option) => (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  ));
}

export function Select({
  label,
  hideLabel = false,
  value,
  options,
  onChange,
  disabled = false,
  plain = false,
  size,
  group,
  isMissing = false,
}: SelectProps): ReactNode {
  return (
    <Field label={label} hideLabel={hideLabel}>
      {(control) => (
        <select
          {...control}
          className={plain ? 'field border-transparent pl-0 font-semibold' : 'field'}
          data-size={size}
          value={value}
          disabled={disabled}
          aria-invalid={isMissing || undefined}
          onChange={(event) => onChange(event.target.value)}
        >
          {optionList(options)}
          {group === undefined ? null : <optgroup label={group.label}>{optionList(group.options)}</optgroup>}
        </select>
      )}
    </Field>
  );
}

export interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly label: string;
  readonly options: readonly Option[];
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLSelectElement>;
}

/** The same inside a form that keeps its fields by itself. */
export function SelectField({ label, options, required, error, ...rest }: SelectFieldProps): ReactNode {
  return (
    <Field label={label} required={required} error={error}>
      {(control) => (
        <select {...rest} {...control} className="field" aria-required={required}>
          {optionList(options)}
        </select>
      )}
    </Field>
  );
}
