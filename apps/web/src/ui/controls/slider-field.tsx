/** A number chosen with a slider: the platform's own, with its label and value above and its ends below. */
import { type ReactNode, useId } from 'react';

export interface SliderFieldProps {
  readonly label: string;
  readonly value: number;
  readonly range: { readonly least: number; readonly most: number; readonly step: number };
  /** Behind the value, for example `px`. */
  readonly unit?: string;
  readonly onChange: (value: number) => void;
}

export function SliderField({ label, value, range, unit = '', onChange }: SliderFieldProps): ReactNode {
  const id = useId();
  const { least, most, step } = range;
  const words = unit === '' ? `${value}` : `${value} ${unit}`;
  return (
    <div>
      <div className="flex items-baseline justify-between">
        <label htmlFor={id} className="field-label mb-0">
          {label}
        </label>
        <output htmlFor={id} className="font-cond font-medium">
          {words}
        </output>
      </div>
      <input
        id={id}
        type="range"
        className="slider"
        min={least}
        max={most}
        step={step}
        value={value}
        aria-valuetext={words}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <div className="t-11 flex justify-between font-cond text-text-3" aria-hidden="true">
        <span>{least}</span>
        <span>{most}</span>
      </div>
    </div>
  );
}
