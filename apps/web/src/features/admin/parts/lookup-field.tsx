/** An id that is looked for once it is written: with Enter, or when the field is left. */
import { type ReactNode, useEffect, useState } from 'react';
import { TextField } from '#ui/controls/text-field.tsx';

export interface LookupFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onLook: (text: string) => void;
}

export function LookupField({ label, value, onLook }: LookupFieldProps): ReactNode {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const look = (): void => {
    if (text.trim() !== value) onLook(text.trim());
  };
  return (
    <TextField
      label={label}
      maxLength={100}
      placeholder="ID or name"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={look}
      onKeyDown={(event) => {
        if (event.key === 'Enter') look();
      }}
    />
  );
}
