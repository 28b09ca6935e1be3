/** The hours of the day in which alerts are kept without sound, notification and mail. */
import { type Preferences, quietHours } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { USER_ZONE, zoneCity } from '#lib/format/times.ts';
import { Switch } from '#ui/controls/switch.tsx';
import { TextField } from '#ui/controls/text-field.tsx';

type Hours = NonNullable<Preferences['notifications']['quietHours']>;

const FIRST: Hours = { from: '22:00', to: '07:00' };

export interface QuietHoursRowProps {
  readonly value: Preferences['notifications'];
  readonly onChange: (change: { readonly quietHours: Hours | null }) => void;
}

function Times({
  hours,
  onChange,
}: {
  readonly hours: Hours;
  readonly onChange: (hours: Hours) => void;
}): ReactNode {
  const [draft, setDraft] = useState(hours);
  const change = (part: Partial<Hours>): void => {
    const next = { ...draft, ...part };
    setDraft(next);
    if (quietHours.safeParse(next).success) onChange(next);
  };
  const problem = quietHours.safeParse(draft).success
    ? undefined
    : 'Enter two different times, such as 22:00 and 07:00.';
  return (
    <div className="quiet-times">
      <TextField
        label="From"
        type="time"
        value={draft.from}
        onChange={(event) => change({ from: event.target.value })}
      />
      <TextField
        label="To"
        type="time"
        value={draft.to}
        error={problem}
        onChange={(event) => change({ to: event.target.value })}
      />
    </div>
  );
}

export function QuietHoursRow({ value, onChange }: QuietHoursRowProps): ReactNode {
  const hours = value.quietHours;
  return (
    <li className="channel-row">
      <Switch
        label="Quiet hours"
        checked={hours !== null}
        onChange={(on) => onChange({ quietHours: on ? FIRST : null })}
      />
      <p>
        During these hours alerts are saved without sound, notification or email. Times are in{' '}
        {zoneCity(USER_ZONE)}, your time zone. A rule can have its own quiet hours.
      </p>
      {hours === null ? null : <Times hours={hours} onChange={(quiet) => onChange({ quietHours: quiet })} />}
    </li>
  );
}
