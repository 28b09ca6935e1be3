/**
 * Small DOM parts over the canvases: the zone of the time axis, the maker of the chart library, the signals' click
 * area.
 */
import type { ChartLayout } from '#chart/geometry/chart-layout.ts';

export interface ChartOverlays {
  readonly signals: HTMLElement;
  /** `zones` names the rows of the time axis. */
  place(layout: ChartLayout, zones: readonly string[]): void;
}

/** Styles are set through the CSSOM: a content security policy without `unsafe-inline` allows that. */
function styled<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  styles: Readonly<Record<string, string>>,
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value);
  return element;
}

const SMALL_TEXT = {
  position: 'absolute',
  'z-index': '3',
  font: '400 11px/22px var(--ff-cond)',
  color: 'var(--text-3)',
  'white-space': 'nowrap',
} as const;

/** Adds the parts to the chart's root. The licence of lightweight-charts requires a visible link to TradingView. */
export function createOverlays(root: HTMLElement): ChartOverlays {
  const zone = styled('span', {
    ...SMALL_TEXT,
    ...{ right: '8px', bottom: '0', 'text-align': 'right', 'white-space': 'pre' },
  });
  zone.ariaHidden = 'true';
  const maker = styled('a', SMALL_TEXT);
  maker.href = 'https://www.tradingview.com/';
  maker.target = '_blank';
  maker.rel = 'noopener noreferrer';
  maker.textContent = 'Chart: TradingView';
  maker.title = 'Lightweight Charts™ by TradingView';
  const signals = styled('div', { position: 'absolute', 'z-index': '3', top: '0' });
  root.append(signals, zone, maker);
  return {
    signals,
    place(layout, zones) {
      zone.textContent = zones.join('\n');
      zone.style.setProperty('line-height', `${layout.timeAxisHeight / Math.max(1, zones.length)}px`);
      // The gutter of glyphs is too narrow for the maker beside the zone
      const isOnPlot = !layout.hasColumn;
      const belowTimes = layout.laneHeight;
      zone.style.setProperty('bottom', `${belowTimes}px`);
      const belowPrices = layout.height - layout.mainHeight + layout.timeAxisHeight + belowTimes;
      maker.style.setProperty('bottom', `${isOnPlot ? belowPrices : belowTimes}px`);
      maker.style.setProperty('left', isOnPlot ? '6px' : `${layout.plotWidth + 10}px`);
      signals.style.setProperty('left', `${layout.plotWidth}px`);
      signals.style.setProperty('width', `${layout.signalsWidth}px`);
      signals.style.setProperty('height', `${layout.mainHeight}px`);
    },
  };
}
