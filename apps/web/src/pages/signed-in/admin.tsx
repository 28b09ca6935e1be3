/** The administration: overview, users, analytics, audit, controls and operations, each with an address of its own. */
import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { AuditTab } from '#features/admin/audit/audit-tab.tsx';
import { ControlsTab } from '#features/admin/controls/controls-tab.tsx';
import { OperationsTab } from '#features/admin/operations/operations-tab.tsx';
import { AnalyticsTab } from '#features/admin/overview/analytics-tab.tsx';
import { OverviewTab } from '#features/admin/overview/overview-tab.tsx';
import { FreshSignInDialog } from '#features/admin/parts/fresh-sign-in.tsx';
import { UsersCard } from '#features/admin/users/users-card.tsx';
import { TrackCard } from '#features/patterns/track-card.tsx';
import { developerPagesOn } from '#lib/browser/developer-pages.ts';
import { useTitle } from '#lib/hooks/use-title.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { TabPanel, TabsList, TabsRoot } from '#ui/controls/tabs.tsx';
import { Page } from '#ui/layout/page.tsx';
import '#features/admin/parts/admin.css';

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
