/** How alerts reach the person, for all rules: sound, desktop, e-mail, and the hours in which none of them may. */
import type { Preferences } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { askForDesktop, type DesktopPermission, desktopPermission } from '#lib/browser/desktop-notice.ts';
import { playAlertTone } from '#lib/browser/tone.ts';
import { useObservable } from '#lib/state/observable.ts';
import { openSurface } from '#lib/state/surface.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { Card } from '#ui/layout/card.tsx';
import { QuietHoursRow } from './quiet-hours-row.tsx';

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
