/** How many events a day the chart, the lists and the built-in rule bring. */
import { EVENTS_PER_DAY } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { Select } from '#ui/controls/select.tsx';

const OPTIONS = EVENTS_PER_DAY.map((limit) => ({
  value: String(limit),
  label: limit === null ? 'All events' : `${limit} a day`,
}));

export function PerDayChoice(): ReactNode {
  const { value, save } = usePreferences();
  return (
    <Select
      label="Events per day"
      hideLabel
      size="small"
      value={String(value.eventsPerDay)}
      options={OPTIONS}
      onChange={(text) =>
        save({ eventsPerDay: EVENTS_PER_DAY.find((limit) => String(limit) === text) ?? null })
      }
    />
  );
}
