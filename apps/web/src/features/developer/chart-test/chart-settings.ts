/** What the chart test can be set to: ranges, defaults of the specification, and the file of Export Config. */
import { instantOfMs } from '@undertow/contracts';
import { CHART_INTERVAL_MS } from '#features/developer/simulation/simulation-settings.ts';

export type RenderMode = 'react' | 'canvas';
export const RENDER_MODES = [
  { value: 'react', label: 'react' },
  { value: 'canvas', label: 'canvas' },
] as const satisfies readonly { value: RenderMode; label: string }[];

export interface SettingRange {
  readonly least: number;
  readonly most: number;
  readonly step: number;
}

export const HEIGHT: SettingRange = { least: 300, most: 800, step: 50 };
export const INTERVAL: SettingRange = CHART_INTERVAL_MS;
export const BAR_SPACING: SettingRange = { least: 1, most: 20, step: 1 };
export const RIGHT_OFFSET: SettingRange = { least: 0, most: 50, step: 1 };

export interface ChartSettings {
  readonly heightPx: number;
  readonly renderMode: RenderMode;
  readonly candlesticks: boolean;
  readonly volume: boolean;
  readonly orderFlow: boolean;
  readonly grid: boolean;
  /** Pixels a bar. */
  readonly barSpacing: number;
  /** Free bars right of the newest. */
  readonly rightOffset: number;
  /** `#rrggbb`. */
  readonly upColor: string;
  readonly downColor: string;
}

/** What every tab of the settings is given. */
export interface SettingsProps {
  readonly settings: ChartSettings;
  readonly onChange: (part: Partial<ChartSettings>) => void;
}

export const DEFAULT_CHART_SETTINGS: ChartSettings = {
  heightPx: 500,
  renderMode: 'canvas',
  candlesticks: true,
  volume: true,
  orderFlow: true,
  grid: true,
  barSpacing: 8,
  rightOffset: 9,
  upColor: '#26a69a',
  downColor: '#ef5350',
};

const COLOR = /^#[0-9a-f]{6}$/i;

/** The colour as it is drawn, or null for invalid text. */
export function colorOf(text: string): string | null {
  const color = text.trim();
  return COLOR.test(color) ? color.toLowerCase() : null;
}

export interface ConfigFacts {
  readonly instrument: string;
  readonly intervalMs: number;
  readonly exportedMs: number;
}

export function configExport(settings: ChartSettings, { instrument, intervalMs, exportedMs }: ConfigFacts) {
  return {
    instrument,
    height: settings.heightPx,
    updateInterval: intervalMs,
    renderMode: settings.renderMode,
    candlesticks: settings.candlesticks,
    volume: settings.volume,
    orderFlow: settings.orderFlow,
    grid: settings.grid,
    barSpacing: settings.barSpacing,
    rightOffset: settings.rightOffset,
    upColor: settings.upColor,
    downColor: settings.downColor,
    exportedAt: instantOfMs(exportedMs),
  };
}
