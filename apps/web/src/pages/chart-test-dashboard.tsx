/** Chart test: the product's chart, and the same in React, on a market simulated in the browser, for developers. */
import { type ReactNode, useState } from 'react';
import '#features/developer/developer.css';
import { BookCard } from '#features/developer/book-card.tsx';
import { ChartCard } from '#features/developer/chart-card.tsx';
import {
  type ChartSettings,
  configExport,
  DEFAULT_CHART_SETTINGS,
} from '#features/developer/chart-settings.ts';
import { RecentEvents } from '#features/developer/recent-events.tsx';
import { SettingsTabs } from '#features/developer/settings-tabs.tsx';
import { SimulationNote } from '#features/developer/simulation-note.tsx';
import { CHART_INTERVAL_MS, MOST_CHART_EVENTS } from '#features/developer/simulation-settings.ts';
import { SocketEvents } from '#features/developer/socket-events.tsx';
import { useSimulation } from '#features/developer/use-simulation.ts';
import { saveJson } from '#lib/save-file.ts';
import { useTitle } from '#lib/use-title.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Page } from '#ui/page.tsx';

export function ChartTestDashboard(): ReactNode {
  useTitle('Chart Test Dashboard');
  const { simulation, state } = useSimulation(CHART_INTERVAL_MS.first, MOST_CHART_EVENTS);
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
