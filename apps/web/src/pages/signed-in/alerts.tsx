/** Alerts: those that came, the rules that raise them, and templates, each with an address of its own. */
import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { AlertsTabLabel } from '#features/alerts/list/alerts-list.tsx';
import { RecentAlerts } from '#features/alerts/list/recent-alerts.tsx';
import { RulesCard } from '#features/alerts/rules/rules-card.tsx';
import { TemplatesPanel } from '#features/alerts/rules/templates-panel.tsx';
import { useTitle } from '#lib/hooks/use-title.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { TabPanel, TabsList, TabsRoot } from '#ui/controls/tabs.tsx';
import { Page } from '#ui/layout/page.tsx';

const TABS = [
  { id: 'alerts', label: <AlertsTabLabel text="Recent Alerts" /> },
  { id: 'rules', label: 'Alert Rules' },
  { id: 'templates', label: 'Templates' },
] as const;

export function Alerts(): ReactNode {
  useTitle('Alerts');
  const query = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const tab = TABS.find((one) => one.id === query.get('tab'))?.id ?? 'alerts';
  return (
    <Page
      title="Alerts"
      actions={
        <ButtonLink kind="quiet" href="/settings?tab=notifications">
          Sound, desktop, email
        </ButtonLink>
      }
    >
      <TabsRoot value={tab} onChange={(id) => navigate(`/alerts?tab=${id}`, { replace: true })}>
        <TabsList label="Alerts" className="tablist-scroll mb-4 border-line border-b" items={TABS} />
        <TabPanel id="alerts" className="max-w-[1040px]">
          <RecentAlerts />
        </TabPanel>
        <TabPanel id="rules" className="max-w-[1040px]">
          <RulesCard />
        </TabPanel>
        <TabPanel id="templates">
          <TemplatesPanel />
        </TabPanel>
      </TabsRoot>
    </Page>
  );
}
