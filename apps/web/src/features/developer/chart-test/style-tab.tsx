/** Bar spacing, space left of the axis, and colours of the candles. */
import { type ReactNode, useState } from 'react';
import { SliderField } from '#ui/controls/slider-field.tsx';
import { TextField } from '#ui/controls/text-field.tsx';
import { BAR_SPACING, colorOf, RIGHT_OFFSET, type SettingsProps } from './chart-settings.ts';

interface ColorFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (color: string) => void;
}

/** A colour picked or typed; what is typed takes effect once it is a colour. */
function ColorField({ label, value, onChange }: ColorFieldProps): ReactNode {
  const [typed, setTyped] = useState(value);
  const take = (text: string): void => {
    setTyped(text);
    const color = colorOf(text);
    if (color !== null) onChange(color);
  };
  return (
    <div className="flex items-end gap-2">
      <input
        type="color"
        className="color-box"
        aria-label={`${label}, picked`}
        value={value}
        onChange={(event) => take(event.target.value)}
      />
      <TextField
        label={label}
        value={typed}
        spellCheck={false}
        error={colorOf(typed) === null ? 'Six hexadecimal digits, such as #26a69a' : undefined}
        onChange={(event) => take(event.target.value)}
      />
    </div>
  );
}

export function StyleTab({ settings, onChange }: SettingsProps): ReactNode {
  return (
    <>
      <SliderField
        label="Bar spacing"
        value={settings.barSpacing}
        range={BAR_SPACING}
        onChange={(barSpacing) => onChange({ barSpacing })}
      />
      <SliderField
        label="Right offset"
        value={settings.rightOffset}
        range={RIGHT_OFFSET}
        onChange={(rightOffset) => onChange({ rightOffset })}
      />
      <ColorField label="Up candle" value={settings.upColor} onChange={(upColor) => onChange({ upColor })} />
      <ColorField
        label="Down candle"
        value={settings.downColor}
        onChange={(downColor) => onChange({ downColor })}
      />
    </>
  );
}
