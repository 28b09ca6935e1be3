/** How alerts reach the user, for all rules: sound, desktop, e-mail, and the hours in which none of them may. */
import { type Preferences, quietHours } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { askForDesktop, type DesktopPermission, desktopPermission } from '#lib/browser/desktop-notice.ts';
import { playAlertTone } from '#lib/browser/tone.ts';
import { USER_ZONE, zoneCity } from '#lib/format/times.ts';
import { useObservable } from '#lib/state/observable.ts';
import { openSurface } from '#lib/state/surface.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { TextField } from '#ui/controls/text-field.tsx';
import { Card } from '#ui/layout/card.tsx';

type Hours = NonNullable<Preferences['notifications']['quietHours']>;

const FIRST: Hours = { from: '22:00', to: '07:00' };

interface QuietHoursRowProps {
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

/** The hours of the day in which alerts are kept without sound, notification and mail. */
function QuietHoursRow({ value, onChange }: QuietHoursRowProps): ReactNode {
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

type Channels = Preferences['notifications'];

interface RowProps {
  readonly value: Channels;
  readonly onChange: (change: Partial<Channels>) => void;
}

function SoundRow({ value, onChange }: RowProps): ReactNode {
  return (
    <li className="channel-row">
      <Switch label="Sound" checked={value.sound} onChange={(sound) => onChange({ sound })} />
      <p>
        Two short tones for each alert, in one open tab. Browsers play sound only after you have clicked on
        the page.
      </p>
      <Button size="small" onClick={() => playAlertTone('event')}>
        Try it
      </Button>
    </li>
  );
}

const PERMISSION_WORDS: Readonly<Record<DesktopPermission, string>> = {
  granted: 'Allowed in this browser.',
  default: 'Not allowed in this browser yet.',
  denied: 'Blocked by this browser. You can allow them in its settings for this site.',
  missing: 'Not supported by this browser.',
};

function DesktopRow({ value, onChange }: RowProps): ReactNode {
  const permission = useObservable(desktopPermission);
  return (
    <li className="channel-row">
      <Switch
        label="Desktop notification"
        checked={value.desktop}
        onChange={(desktop) => onChange({ desktop })}
      />
      <p role="status">{PERMISSION_WORDS[permission]}</p>
      {permission === 'default' ? (
        <Button size="small" onClick={() => void askForDesktop()}>
          Allow notifications
        </Button>
      ) : null}
    </li>
  );
}

function MailRow({ value, onChange }: RowProps): ReactNode {
  return (
    <li className="channel-row">
      <Switch label="Email" checked={value.email} onChange={(email) => onChange({ email })} />
      <p>For rules that also send email. When off, no rule sends email; the alerts still appear here.</p>
    </li>
  );
}

export function NotificationsCard(): ReactNode {
  const { value, save, isLoading } = usePreferences();
  const change = (part: Partial<Channels>): void =>
    save({ notifications: { ...value.notifications, ...part } });
  const row = { value: value.notifications, onChange: change };
  return (
    <div className="channels">
      <Card
        title="Alerts"
        actions={
          <ButtonLink size="small" href="/alerts?tab=rules">
            Alert rules
          </ButtonLink>
        }
      >
        {isLoading ? null : (
          <ul aria-label="Alert channels">
            <SoundRow {...row} />
            <DesktopRow {...row} />
            <MailRow {...row} />
            <QuietHoursRow {...row} />
          </ul>
        )}
      </Card>
      <Card title="Events on the dashboard">
        <div className="p-4">
          <p className="text-text-2">Choose which event types are shown and which play a sound.</p>
          <Button className="mt-3" onClick={() => openSurface.set('event-settings')}>
            Event settings
          </Button>
        </div>
      </Card>
    </div>
  );
}
