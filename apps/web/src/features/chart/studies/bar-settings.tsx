/** Session and time zone of a chart in a pane. */
import type { PaneSettings } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { EXCHANGE_ZONE, USER_ZONE, zoneCity } from '#lib/format/times.ts';
import { Segmented } from '#ui/controls/segmented.tsx';
import { sessionTemplate, type ZONE_CHOICES, zoneChoice } from './bar-choice.ts';

type Zone = (typeof ZONE_CHOICES)[number];

const ZONES: Readonly<Record<Zone, string>> = { user: USER_ZONE, exchange: EXCHANGE_ZONE, utc: 'UTC' };

/** IANA name of the zone that a chart's times are in. */
export function zoneOf(settings: PaneSettings): string {
  return ZONES[zoneChoice(settings)];
}

export function BarSettings({
  settings,
  onSettings,
}: {
  readonly settings: PaneSettings;
  readonly onSettings: (change: PaneSettings) => void;
}): ReactNode {
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <span aria-hidden="true" className="text-text-3">
          Session
        </span>
        <Segmented
          label="Session"
          value={sessionTemplate(settings)}
          options={[
            { value: 'ETH', label: 'All hours' },
            { value: 'RTH', label: 'Regular' },
          ]}
          onChange={(session) => onSettings({ session })}
        />
      </div>
      <div className="flex items-center justify-between gap-3">
        <span aria-hidden="true" className="text-text-3">
          Times
        </span>
        <Segmented<Zone>
          label="Times"
          value={zoneChoice(settings)}
          options={[
            { value: 'user', label: zoneCity(USER_ZONE) },
            { value: 'exchange', label: zoneCity(EXCHANGE_ZONE) },
            { value: 'utc', label: 'UTC' },
          ]}
          onChange={(zone) => onSettings({ zone })}
        />
      </div>
    </>
  );
}
