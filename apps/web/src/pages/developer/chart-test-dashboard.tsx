/** Chart test: the product's chart, and the same in React, on a market simulated in the browser, for developers. */
import { type ReactNode, useState } from 'react';
import '#features/developer/chart-test/developer.css';
import { BookCard } from '#features/developer/chart-test/book-card.tsx';
import { ChartCard } from '#features/developer/chart-test/chart-card.tsx';
import {
  type ChartSettings,
  configExport,
  DEFAULT_CHART_SETTINGS,
} from '#features/developer/chart-test/chart-settings.ts';
import { RecentEvents } from '#features/developer/chart-test/recent-events.tsx';
import { SettingsTabs } from '#features/developer/chart-test/settings-tabs.tsx';
import { SocketEvents } from '#features/developer/chart-test/socket-events.tsx';
import { SimulationNote } from '#features/developer/parts/simulation-note.tsx';
import { CHART_INTERVAL_MS, MAX_CHART_EVENTS } from '#features/developer/simulation/simulation-settings.ts';
import { useSimulation } from '#features/developer/simulation/use-simulation.ts';
import { saveJson } from '#lib/browser/save-file.ts';
import { useTitle } from '#lib/hooks/use-title.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { Icon } from '#ui/marks/icon.tsx';

export function ChartTestDashboard(): ReactNode {
  useTitle('Chart Test Dashboard');
  const { simulation, state } = useSimulation(CHART_INTERVAL_MS.first, MAX_CHART_EVENTS);
  const [settings, setSettings] = useState(DEFAULT_CHART_SETTINGS);
  const change = (part: Partial<ChartSettings>): void => setSettings((before) => ({ ...before, ...part }));
  const exportConfig = (): void => {
    const { instrument, intervalMs } = state;
    const facts = { instrument: instrument.symbol, intervalMs, exportedMs: Date.now() };
    saveJson('undertow-chart-config.json', configExport(settings, facts));
  };
  return (
    <Page
      title="Chart Test Dashboard"
      actions={
        <>
          <Badge tone="warn">SIMULATED</Badge>
          <ButtonLink href="/live-data-test">Live Data Test</ButtonLink>
          <Button onClick={exportConfig}>
            <Icon name="download" size={14} />
            Export Config
          </Button>
        </>
      }
    >
      <div className="chart-test">
        <SettingsTabs simulation={simulation} state={state} settings={settings} onChange={change} />
        <ChartCard simulation={simulation} state={state} settings={settings} />
        <div className="chart-test-side">
          <BookCard state={state} />
          <RecentEvents state={state} />
          <SocketEvents />
        </div>
      </div>
      <SimulationNote failure={state.failure} />
    </Page>
  );
}
