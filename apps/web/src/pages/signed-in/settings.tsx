/** Settings: connection, account, notifications, API, each with an address of its own. */
import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useSignIn } from '#api/account/auth.ts';
import { ConsentsCard } from '#features/account/consents-card.tsx';
import { DataCard } from '#features/account/data-card.tsx';
import { DevicesCard } from '#features/account/devices-card.tsx';
import { NotificationsCard } from '#features/account/notifications-card.tsx';
import { ProfileCard } from '#features/account/profile-card.tsx';
import { ViewsCard } from '#features/account/views-card.tsx';
import { ApiKeysPanel } from '#features/api-access/api-keys-panel.tsx';
import { UsageCard } from '#features/api-access/usage-card.tsx';
import { WebhooksPanel } from '#features/api-access/webhooks-panel.tsx';
import { InvoicesCard } from '#features/billing/subscription/invoices-card.tsx';
import { PlanBlock } from '#features/billing/subscription/plan-block.tsx';
import { ConnectionPanel } from '#features/connection/connection-panel.tsx';
import { useTitle } from '#lib/hooks/use-title.ts';
import { TabPanel, TabsList, TabsRoot } from '#ui/controls/tabs.tsx';
import { Page } from '#ui/layout/page.tsx';

const TABS = [
  { id: 'connection', label: 'Trading-platform Connection' },
  { id: 'account', label: 'Account' },
  { id: 'notifications', label: 'Notifications' },
  { id: 'api', label: 'API' },
] as const;

export function Settings(): ReactNode {
  useTitle('Settings');
  const { user } = useSignIn();
  const query = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const tab = TABS.find((one) => one.id === query.get('tab'))?.id ?? 'connection';
  if (user === null) return null;
  return (
    <Page title="Settings">
      <TabsRoot value={tab} onChange={(id) => navigate(`/settings?tab=${id}`, { replace: true })}>
        <TabsList
          label="Settings"
          className="tablist-scroll mb-4 border-line border-b"
          items={TABS}
          inView={tab}
        />
        <TabPanel id="connection">
          <ConnectionPanel />
        </TabPanel>
        <TabPanel id="account" className="settings-grid">
          <div>
            <PlanBlock user={user} />
            <InvoicesCard />
            <DevicesCard />
          </div>
          <div>
            <ProfileCard user={user} />
            <DataCard then={query.get('then')} />
            <ConsentsCard />
            <ViewsCard />
          </div>
        </TabPanel>
        <TabPanel id="notifications">
          <NotificationsCard />
        </TabPanel>
        <TabPanel id="api">
          <ApiKeysPanel then={query.get('then')} />
          <div className="mt-3.5 grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_320px]">
            <WebhooksPanel />
            <UsageCard />
          </div>
        </TabPanel>
      </TabsRoot>
    </Page>
  );
}
