/** What is drawn, how large, how often and by what. */
import type { ReactNode } from 'react';
import { InstrumentField } from '#features/developer/parts/instrument-field.tsx';
import type { RunningSimulation } from '#features/developer/simulation/use-simulation.ts';
import { Segmented } from '#ui/controls/segmented.tsx';
import { SliderField } from '#ui/controls/slider-field.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { HEIGHT, INTERVAL, RENDER_MODES, type SettingsProps } from './chart-settings.ts';

export function ChartTab({
  simulation,
  state,
  settings,
  onChange,
}: RunningSimulation & SettingsProps): ReactNode {
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
