/** The administration: overview, users, analytics, audit, controls and operations, each with an address of its own. */
import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { AnalyticsTab } from '#features/admin/analytics-tab.tsx';
import { AuditTab } from '#features/admin/audit-tab.tsx';
import { ControlsTab } from '#features/admin/controls-tab.tsx';
import { FreshSignInDialog } from '#features/admin/fresh-sign-in.tsx';
import { OperationsTab } from '#features/admin/operations-tab.tsx';
import { OverviewTab } from '#features/admin/overview-tab.tsx';
import { UsersCard } from '#features/admin/users-card.tsx';
import { TrackCard } from '#features/patterns/track-card.tsx';
import { developerPagesOn } from '#lib/developer-pages.ts';
import { useTitle } from '#lib/use-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Page } from '#ui/page.tsx';
import { TabPanel, TabsList, TabsRoot } from '#ui/tabs.tsx';
import '#features/admin/admin.css';

const TABS = [
  { id: 'overview', label: 'Overview', content: <OverviewTab /> },
  { id: 'users', label: 'User Management', content: <UsersCard /> },
  { id: 'analytics', label: 'Analytics', content: <AnalyticsTab /> },
  { id: 'audit', label: 'Audit', content: <AuditTab /> },
  { id: 'controls', label: 'Controls', content: <ControlsTab /> },
  { id: 'operations', label: 'Operations', content: <OperationsTab trackRecord={<TrackCard />} /> },
] as const;

export function Admin(): ReactNode {
  useTitle('Admin');
  const query = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const tab = TABS.find((one) => one.id === query.get('tab'))?.id ?? 'overview';
  const links = (
    <div className="flex flex-wrap gap-2">
      {developerPagesOn() ? <ButtonLink href="/live-data-test">Live Data Test</ButtonLink> : null}
      <ButtonLink href="/">Back to User Dashboard</ButtonLink>
    </div>
  );
  return (
    <Page title="Admin Dashboard" actions={links}>
      <TabsRoot value={tab} onChange={(id) => navigate(`/admin?tab=${id}`, { replace: true })}>
        <TabsList
          label="Admin Dashboard"
          className="tablist-scroll mb-4 border-line border-b"
          items={TABS}
          inView={tab}
        />
        {TABS.map(({ id, content }) => (
          <TabPanel key={id} id={id}>
            {content}
          </TabPanel>
        ))}
      </TabsRoot>
      <FreshSignInDialog />
    </Page>
  );
}
