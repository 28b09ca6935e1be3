/** A choice inside a sentence of the form, at its place in the rule's text. */
import type { ReactNode } from 'react';
import { type Option, Select } from '#ui/controls/select.tsx';

export interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly path: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly group?: { readonly label: string; readonly options: readonly Option[] };
  readonly onTake: (value: Value) => void;
}

export function Choice<Value extends string>({
  label,
  path,
  value,
  options,
  group,
  onTake,
}: ChoiceProps<Value>): ReactNode {
  return (
    <span data-path={path}>
      <Select
        label={label}
        hideLabel
        size="small"
        value={value}
        options={options}
        {...(group === undefined ? {} : { group })}
        onChange={(next) => onTake(next as Value)}
      />
    </span>
  );
}
