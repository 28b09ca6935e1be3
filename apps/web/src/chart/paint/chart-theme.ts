/** The chart's colours and fonts, read from the CSS tokens of its container. */
import { FLOW_EVENT_TYPES, type FlowEventType } from '@undertow/market';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';

const COLOR_TOKENS = [
  'surface',
  'accent',
  'raised',
  'line',
  'line-strong',
  'text',
  'text-2',
  'text-3',
  'text-off',
  'warn',
  'info',
  'focus',
  'up',
  'up-edge',
  'up-text',
  'down',
  'down-edge',
  'down-text',
  'ai',
  'on-ai',
  'grid',
  'axis-text',
  'crosshair',
  'cross-tag',
  'on-cross-tag',
  'session',
  'volume',
  'profile',
  'profile-poc',
  'vwap',
] as const;
export type ColorToken = (typeof COLOR_TOKENS)[number];

export interface ChartTheme {
  readonly color: { readonly [Token in ColorToken]: string };
  readonly event: { readonly [Type in FlowEventType]: { readonly shape: string; readonly letter: string } };
  /** Fonts ready for `context.font`; the names carry weight and pixels. */
  readonly font: {
    readonly condensed400x11: string;
    readonly condensed500x11: string;
    readonly condensed600x11: string;
    readonly condensed500x12: string;
    readonly condensed600x13: string;
    /** The condensed family, for other pixels. */
    readonly condensed: string;
    readonly sans: string;
  };
}

/** Reads all tokens once; call again after the theme class or the palette attribute changed. */
export function readTheme(element: Element): ChartTheme {
  const style = getComputedStyle(element);
  const token = (property: string): string => style.getPropertyValue(property).trim();
  const value = (name: string): string => token(`--${name}`);
  const color = Object.fromEntries(COLOR_TOKENS.map((token) => [token, value(token)])) as Record<
    ColorToken,
    string
  >;
  const event = Object.fromEntries(
    FLOW_EVENT_TYPES.map((type) => {
      const { colour, letterColour } = EVENT_LOOKS[type];
      return [type, { shape: token(colour), letter: token(letterColour) }];
    }),
  ) as Record<FlowEventType, { shape: string; letter: string }>;
  const condensed = value('ff-cond') || 'sans-serif';
  return {
    color,
    event,
    font: {
      condensed400x11: `400 11px ${condensed}`,
      condensed500x11: `500 11px ${condensed}`,
      condensed600x11: `600 11px ${condensed}`,
      condensed500x12: `500 12px ${condensed}`,
      condensed600x13: `600 13px ${condensed}`,
      condensed,
      sans: value('ff-sans') || 'sans-serif',
    },
  };
}

/** The theme with a reader's own colours of candles; null keeps the theme's. */
export function withCandleColors(
  theme: ChartTheme,
  { upColor, downColor }: { readonly upColor: string | null; readonly downColor: string | null },
): ChartTheme {
  const { color } = theme;
  const up = upColor === null ? {} : { up: upColor, 'up-edge': upColor };
  const down = downColor === null ? {} : { down: downColor, 'down-edge': downColor };
  return { ...theme, color: { ...color, ...up, ...down } };
}

/** Resolves when the fonts that the canvas measures are there; a font that cannot load does not hold the chart back. */
export async function fontsReady(theme: ChartTheme, fonts: FontFaceSet): Promise<void> {
  const measured = [
    theme.font.condensed400x11,
    theme.font.condensed500x12,
    theme.font.condensed600x13,
    `600 12px ${theme.font.sans}`,
  ];
  await Promise.allSettled(measured.map((font) => fonts.load(font)));
}

/** Calls back when the theme class, the palette or the wished contrast changes. Returns the way to stop. */
export function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['class', 'data-palette'],
  });
  const contrast = matchMedia('(prefers-contrast: more)');
  contrast.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    contrast.removeEventListener('change', changed);
  };
}
