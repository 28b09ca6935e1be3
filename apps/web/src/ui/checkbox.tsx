/** A box to tick, with its words beside it and what they mean below. */
import { type ReactNode, useId } from 'react';

export interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly label: ReactNode;
  readonly note?: ReactNode;
  readonly disabled?: boolean;
}

export function Checkbox({ checked, onChange, label, note, disabled = false }: CheckboxProps): ReactNode {
  const id = useId();
  return (
    <div className="check">
      <input
        id={id}
        type="checkbox"
        className="choice"
        checked={checked}
        disabled={disabled}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor={id} className="cursor-pointer text-text">
          {label}
        </label>
        {note === undefined ? null : (
          <p id={`${id}-note`} className="t-12 mt-1 text-text-3">
            {note}
          </p>
        )}
      </div>
    </div>
  );
}
