/** Several of a few: boxes to tick in one field of the rule's form. */
import { type ReactNode, useId } from 'react';
import { errorId, FieldError } from '#ui/controls/field.tsx';
import type { RuleForm } from './rule-form.ts';

export interface ToggleSetProps {
  readonly form: RuleForm;
  readonly name: 'trends' | 'eventTypes' | 'instrumentIds';
  readonly legend: string;
  readonly options: readonly {
    readonly value: string;
    readonly label: ReactNode;
    /** It can be taken away, not chosen. */
    readonly isOff?: boolean;
  }[];
}

export function ToggleSet({ form, name, legend, options }: ToggleSetProps): ReactNode {
  const id = useId();
  const error = form.formState.errors[name]?.message;
  const chosen = form.watch(name);
  return (
    <fieldset className="toggle-set" aria-describedby={errorId(id, error)}>
      <legend className="field-label">{legend}</legend>
      <div>
        {options.map(({ value, label, isOff = false }) => (
          <label key={value} className="toggle" data-on={chosen.includes(value)}>
            <input
              {...form.register(name)}
              type="checkbox"
              value={value}
              disabled={isOff && !chosen.includes(value)}
            />
            {label}
          </label>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}
