/** The settings of the chart test in three tabs: chart, data, style. */

import { formatPrice } from '@undertow/market';
import { type ReactNode, useState } from 'react';
import { InstrumentField } from '#features/developer/parts/instrument-field.tsx';
import { RunButtons } from '#features/developer/parts/run-buttons.tsx';
import type { SimulationState } from '#features/developer/simulation/simulation.ts';
import type { RunningSimulation } from '#features/developer/simulation/use-simulation.ts';
import { Segmented } from '#ui/controls/segmented.tsx';
import { SliderField } from '#ui/controls/slider-field.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { TabPanel, TabsList, TabsRoot } from '#ui/controls/tabs.tsx';
import { HEIGHT, INTERVAL, RENDER_MODES, type SettingsProps } from './chart-settings.ts';
import { StyleTab } from './style-tab.tsx';

/** What is drawn, how large, how often and by what. */
function ChartTab({ simulation, state, settings, onChange }: RunningSimulation & SettingsProps): ReactNode {
  const { heightPx, renderMode, candlesticks, volume, orderFlow, grid } = settings;
  return (
    <>
      <InstrumentField simulation={simulation} state={state} />
      <SliderField
        label="Height"
        unit="px"
        value={heightPx}
        range={HEIGHT}
        onChange={(height) => onChange({ heightPx: height })}
      />
      <SliderField
        label="Update interval"
        unit="ms"
        value={state.intervalMs}
        range={INTERVAL}
        onChange={(intervalMs) => simulation.setInterval(intervalMs)}
      />
      <div>
        <p className="field-label">Render mode</p>
        <Segmented
          label="Render mode"
          className="render-modes"
          value={renderMode}
          options={RENDER_MODES}
          onChange={(mode) => onChange({ renderMode: mode })}
        />
      </div>
      <div className="grid gap-1 border-line border-t pt-3">
        <Switch
          label="Candlesticks"
          checked={candlesticks}
          onChange={(on) => onChange({ candlesticks: on })}
        />
        <Switch label="Volume" checked={volume} onChange={(on) => onChange({ volume: on })} />
        <Switch label="Order flow" checked={orderFlow} onChange={(on) => onChange({ orderFlow: on })} />
        <Switch label="Grid" checked={grid} onChange={(on) => onChange({ grid: on })} />
      </div>
    </>
  );
}

function spreadWords({ instrument, spread }: SimulationState): string {
  if (spread === null) return '–';
  const least = formatPrice(instrument, spread.leastTicks);
  return spread.leastTicks === spread.mostTicks
    ? least
    : `${least} to ${formatPrice(instrument, spread.mostTicks)}`;
}

/** The simulation's own figures: what is kept, how wide the spread was, where the price is. */
function DataTab({ simulation, state }: RunningSimulation): ReactNode {
  const { instrument, lastTicks, ticks, events, book } = state;
  const figures = [
    ['Market ticks', `${ticks.length}`],
    ['Order-flow events', `${events.length}`],
    ['Order book levels', `${book.length}`],
    ['Spread range', spreadWords(state)],
    ['Current price', formatPrice(instrument, lastTicks ?? instrument.basePriceTicks)],
  ] as const;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <RunButtons simulation={simulation} state={state} />
      </div>
      <dl className="grid gap-3">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="cap">{label}</dt>
            <dd className="t-20 font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

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
