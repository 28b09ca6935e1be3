/** The layers of a chart in a pane: its settings, and the dashboard's choice where it has none. */
import type { PaneSettings, Preferences } from '@undertow/contracts';
import { useMemo } from 'react';
import { usePreferences } from '#api/account/preferences.ts';

type Layers = Preferences['layers'];

export function chartLayers(settings: PaneSettings, standard: Layers): Layers {
  return Object.fromEntries(
    Object.entries(standard).map(([layer, isOn]) => {
      const own = settings[layer];
      return [layer, typeof own === 'boolean' ? own : isOn];
    }),
  ) as Layers;
}

export function useChartLayers(settings: PaneSettings): Layers {
  const { layers } = usePreferences().value;
  return useMemo(() => chartLayers(settings, layers), [settings, layers]);
}
