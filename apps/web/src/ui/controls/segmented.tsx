/** A segmented control: two to six views of the same thing, one of them on. */
import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';

export interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
  readonly className?: string;
}

export function Segmented<T extends string>({
  label,
  value,
  options,
  onChange,
  className = '',
}: SegmentedProps<T>): ReactNode {
  return (
    <ToggleGroup.Root
      type="single"
      value={value}
      aria-label={label}
      className={`segments ${className}`}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className="segment"
          // In a radio group the arrow that moves the focus also chooses.
          onFocus={() => {
            if (option.value !== value) onChange(option.value);
          }}
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
