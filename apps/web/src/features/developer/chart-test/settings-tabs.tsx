/** The settings of the chart test in three tabs: chart, data, style. */
import { type ReactNode, useState } from 'react';
import type { RunningSimulation } from '#features/developer/simulation/use-simulation.ts';
import { TabPanel, TabsList, TabsRoot } from '#ui/controls/tabs.tsx';
import type { SettingsProps } from './chart-settings.ts';
import { ChartTab } from './chart-tab.tsx';
import { DataTab } from './data-tab.tsx';
import { StyleTab } from './style-tab.tsx';

const TABS = [
  { id: 'chart', label: 'Chart' },
  { id: 'data', label: 'Data' },
  { id: 'style', label: 'Style' },
] as const;

export function SettingsTabs({
  simulation,
  state,
  settings,
  onChange,
}: RunningSimulation & SettingsProps): ReactNode {
  const [tab, setTab] = useState<string>('chart');
  return (
    <section className="card" aria-label="Settings">
      <TabsRoot value={tab} onChange={setTab}>
        <TabsList label="Chart test" items={TABS} className="border-line border-b px-1 pt-1" />
        <TabPanel id="chart" className="grid gap-4 p-4">
          <ChartTab simulation={simulation} state={state} settings={settings} onChange={onChange} />
        </TabPanel>
        <TabPanel id="data" className="grid gap-4 p-4">
          <DataTab simulation={simulation} state={state} />
        </TabPanel>
        <TabPanel id="style" className="grid gap-4 p-4">
          <StyleTab settings={settings} onChange={onChange} />
        </TabPanel>
      </TabsRoot>
    </section>
  );
}
