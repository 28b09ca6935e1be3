/** A box to tick, with its sentence beside it. */
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';

export interface CheckFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

export function CheckField({ children, ...rest }: CheckFieldProps): ReactNode {
  return (
    <label className="check-field">
      <input {...rest} type="checkbox" />
      <span>{children}</span>
    </label>
  );
}
