/** Colours and fonts of depth over time, read from the CSS tokens. */
import type { HeatColours } from './heat-image.ts';

const TOKENS = [
  'surface',
  'overlay',
  'line',
  'line-strong',
  'text',
  'text-2',
  'text-3',
  'up',
  'up-edge',
  'down',
  'grid',
  'axis-text',
  'crosshair',
  'cross-tag',
  'on-cross-tag',
  'warn',
] as const;

/** Steps of the ramp, without the one for nothing. */
export const HEAT_TOKENS = ['--heat-1', '--heat-2', '--heat-3', '--heat-4', '--heat-5', '--heat-6'] as const;

export interface DepthTheme {
  readonly color: { readonly [Token in (typeof TOKENS)[number]]: string };
  readonly heat: HeatColours;
  readonly condensed: string;
}

/** Red, green and blue of `#rrggbb`, or of `#rgb`, which a minifier makes of it where it can. */
export function channels(hex: string): readonly [number, number, number] {
  const digits = hex.replace('#', '');
  const value = Number.parseInt(digits.length === 3 ? digits.replace(/./g, '$&$&') : digits, 16);
  return Number.isNaN(value) ? [128, 128, 128] : [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export function readDepthTheme(element: Element): DepthTheme {
  const style = getComputedStyle(element);
  const value = (name: string): string => style.getPropertyValue(name).trim();
  const surface = channels(value('--surface'));
  return {
    color: Object.fromEntries(TOKENS.map((token) => [token, value(`--${token}`)])) as DepthTheme['color'],
    heat: {
      steps: [surface, ...HEAT_TOKENS.map((token) => channels(value(token)))],
      unknown: channels(value('--raised')),
    },
    condensed: value('--ff-cond') || 'sans-serif',
  };
}
