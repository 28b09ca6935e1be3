/** The frame of a form's control: its label above and, while it is wrong, what is expected below. */
import { type ReactNode, useId } from 'react';

export function FieldError({
  id,
  error,
}: {
  readonly id: string;
  readonly error: string | undefined;
}): ReactNode {
  return error === undefined ? null : (
    <p id={`${id}-error`} className="field-error">
      {error}
    </p>
  );
}

/** The id of the sentence that says what is expected, for `aria-describedby`. */
export const errorId = (id: string, error: string | undefined): string | undefined =>
  error === undefined ? undefined : `${id}-error`;

interface FieldControl {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

export interface FieldProps {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly required?: boolean | undefined;
  readonly error?: string | undefined;
  readonly grows?: boolean;
  readonly children: (control: FieldControl) => ReactNode;
}

export function Field(props: FieldProps): ReactNode {
  const { label, hideLabel = false, required = false, error, grows = false, children } = props;
  const id = useId();
  return (
    <div className={grows ? 'min-w-0 flex-1' : 'min-w-0'}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'field-label'}>
        {label}
        {required ? ' *' : null}
      </label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': errorId(id, error) })}
      <FieldError id={id} error={error} />
    </div>
  );
}
