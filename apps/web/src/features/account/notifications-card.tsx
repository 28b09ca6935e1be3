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
        Two short notes for each alert, in one open tab. A browser sounds only after you have clicked in it.
      </p>
      <Button size="small" onClick={() => playAlertTone('event')}>
        Try it
      </Button>
    </li>
  );
}

const PERMISSION_WORDS: Readonly<Record<DesktopPermission, string>> = {
  granted: 'This browser may show them.',
  default: 'This browser has not been asked yet.',
  denied: 'This browser refuses them. Its settings for this site can change that.',
  missing: 'This browser cannot show them.',
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
          Ask for permission
        </Button>
      ) : null}
    </li>
  );
}

function MailRow({ value, onChange }: RowProps): ReactNode {
  return (
    <li className="channel-row">
      <Switch label="E-mail" checked={value.email} onChange={(email) => onChange({ email })} />
      <p>
        For rules that are sent by e-mail too. Off stops the mails of all of them; the alerts are kept here.
      </p>
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
          <ul aria-label="Channels of alerts">
            <SoundRow {...row} />
            <DesktopRow {...row} />
            <MailRow {...row} />
            <QuietHoursRow {...row} />
          </ul>
        )}
      </Card>
      <Card title="Events on the dashboard">
        <div className="p-4">
          <p className="text-text-2">
            Which events are shown there, and which sound, is chosen per event type.
          </p>
          <Button className="mt-3" onClick={() => openSurface.set('event-settings')}>
            Event settings
          </Button>
        </div>
      </Card>
    </div>
  );
}
