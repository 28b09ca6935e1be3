/** Settings: connection, account, notifications. */
import { type ReactNode, useState } from 'react';
import { useSignIn } from '#api/auth.ts';
import { AccountPanel } from '#features/account/account-panel.tsx';
import { ConnectionPanel } from '#features/connection/connection-panel.tsx';
import { openSurface } from '#lib/surface.ts';
import { useTitle } from '#lib/use-title.ts';
import { Button } from '#ui/button.tsx';
import { Page } from '#ui/page.tsx';
import { TabPanel, TabsList, TabsRoot } from '#ui/tabs.tsx';

export function Settings(): ReactNode {
  useTitle('Settings');
  const { user } = useSignIn();
  const [tab, setTab] = useState('connection');
  if (user === null) return null;
  return (
    <Page title="Settings">
      <TabsRoot value={tab} onChange={setTab}>
        <TabsList
          label="Settings"
          className="mb-4 overflow-x-auto overflow-y-hidden border-line border-b"
          items={[
            { id: 'connection', label: 'Trading-platform Connection' },
            { id: 'account', label: 'Account' },
            { id: 'notifications', label: 'Notifications' },
          ]}
        />
        <TabPanel id="connection">
          <ConnectionPanel />
        </TabPanel>
        <TabPanel id="account">
          <AccountPanel user={user} />
        </TabPanel>
        <TabPanel id="notifications">
          <section className="card max-w-[560px] p-4" aria-label="Notifications">
            <p className="text-text-2">
              Notifications by mail will be available in a future update. What is shown and sounded here is
              chosen per event type.
            </p>
            <Button className="mt-3" onClick={() => openSurface.set('event-settings')}>
              Event settings
            </Button>
          </section>
        </TabPanel>
      </TabsRoot>
    </Page>
  );
}
