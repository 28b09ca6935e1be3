/** A line of text with its label above and, when it is wrong, a sentence below. */
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  /** What is expected; shown in place of nothing when the field is wrong. */
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, error, required, ...rest }: TextFieldProps): ReactNode {
  const id = useId();
  return (
    <div className="min-w-0 flex-1">
      <label htmlFor={id} className="field-label">
        {label}
        {required === true ? ' *' : null}
      </label>
      <input
        {...rest}
        id={id}
        className="field"
        aria-required={required}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
      />
      {error === undefined ? null : (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
