/** A switch that acts at once, with its words beside it. */
import { Switch as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';

export interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly label: string;
  /** The label is for screen readers only: the visible text is elsewhere. */
  readonly hideLabel?: boolean;
}

export function Switch({ checked, onChange, label, hideLabel = false }: SwitchProps): ReactNode {
  const id = useId();
  return (
    <span className="flex items-center gap-2">
      <Radix.Root id={id} className="switch" checked={checked} onCheckedChange={onChange}>
        <Radix.Thumb />
      </Radix.Root>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'cursor-pointer'}>
        {label}
      </label>
    </span>
  );
}
