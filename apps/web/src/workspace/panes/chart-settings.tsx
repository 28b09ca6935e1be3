/** What a chart in a pane shows: session and times, layers, studies. */
import type { ReactNode } from 'react';
import { BarSettings } from '#features/chart/studies/bar-settings.tsx';
import { StudySettings } from '#features/chart/studies/study-settings.tsx';
import { LAYER_WORDS } from '#lib/words/layers.ts';
import { Switch } from '#ui/controls/switch.tsx';
import { useChartLayers } from './chart-layers.ts';
import type { PaneSettingsProps } from './pane-props.ts';

export function ChartSettings({ settings, onSettings }: PaneSettingsProps): ReactNode {
  const layers = useChartLayers(settings);
  return (
    <div className="flex max-h-[70vh] w-80 flex-col gap-1.5 overflow-y-auto p-2">
      <BarSettings settings={settings} onSettings={onSettings} />
      <h3 className="t-12 mt-1 font-medium text-text-3">Layers</h3>
      {LAYER_WORDS.map(([layer, label]) => (
        <Switch
          key={layer}
          label={label}
          checked={layers[layer]}
          onChange={(on) => onSettings({ [layer]: on })}
        />
      ))}
      <StudySettings settings={settings} onSettings={onSettings} />
    </div>
  );
}
