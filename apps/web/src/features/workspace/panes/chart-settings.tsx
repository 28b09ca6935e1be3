/** Which layers a chart in a pane shows. */
import type { ReactNode } from 'react';
import { LAYER_WORDS } from '#lib/words/layers.ts';
import { Switch } from '#ui/controls/switch.tsx';
import { useChartLayers } from './chart-layers.ts';
import type { PaneSettingsProps } from './pane-props.ts';

export function ChartSettings({ settings, onSettings }: PaneSettingsProps): ReactNode {
  const layers = useChartLayers(settings);
  return (
    <div className="flex flex-col gap-1 p-1.5">
      {LAYER_WORDS.map(([layer, label]) => (
        <Switch
          key={layer}
          label={label}
          checked={layers[layer]}
          onChange={(on) => onSettings({ [layer]: on })}
        />
      ))}
    </div>
  );
}
