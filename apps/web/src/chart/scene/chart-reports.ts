/** What the chart reports back after a frame: what its history layer shows, and which bars are on screen. */
import { formatPrice, MINUTE_MS } from '@undertow/market';
import type { ChartInput, ChartMarks, ChartOptions, ChartStretch } from '#chart/data/chart-input.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import type { EventMark } from './event-marks.ts';
import type { Scene } from './scene.ts';

function counted(marks: readonly { readonly events: readonly unknown[] }[]): number {
  return marks.reduce((sum, mark) => sum + mark.events.length, 0);
}

/** `Iceberg at 4562.00, 4 events, 812 contracts`. */
export function markWords({ type, priceTicks, events, size }: EventMark, input: ChartInput): string {
  const price = input.instrument === null ? '' : ` at ${formatPrice(input.instrument, priceTicks)}`;
  const count = events.length === 1 ? '1 event' : `${events.length} events`;
  return `${EVENT_LOOKS[type].title}${price}, ${count}, ${size.toLocaleString('en-GB')} contracts`;
}

/** Shown, active and hidden events of the bars on screen add up to all of them. */
export function marksOf(scene: Scene, input: ChartInput): ChartMarks {
  const marks = scene.eventMarks.map(({ mark }) => mark);
  const shown = counted(marks);
  return {
    shown,
    active: scene.activeCount,
    hidden: counted(scene.allMarks) - shown,
    texts: marks.toSorted((a, b) => b.barIndex - a.barIndex).map((mark) => markWords(mark, input)),
  };
}

/** Null while there are no bars. */
export function stretchOf({ frame, bars }: Scene, timeframeMinutes: number): ChartStretch | null {
  const last = Math.min(bars.length - 1, frame.indexAt(frame.layout.plotWidth));
  const first = bars[Math.max(0, frame.indexAt(0))];
  const end = bars[last];
  if (first === undefined || end === undefined) return null;
  return {
    fromMs: first.startMs,
    toMs:
      last === bars.length - 1 ? null : Math.max(end.startMs + 1, end.startMs + timeframeMinutes * MINUTE_MS),
  };
}

export class ChartReports {
  readonly #options: Pick<ChartOptions, 'onMarks' | 'onStretch'>;
  #marks = '';
  #stretch = '';

  constructor(options: Pick<ChartOptions, 'onMarks' | 'onStretch'>) {
    this.#options = options;
  }

  /** Reports what differs from the frame before. */
  report(scene: Scene, input: ChartInput): void {
    const { onMarks, onStretch } = this.#options;
    if (onMarks !== undefined) {
      const marks = marksOf(scene, input);
      const key = JSON.stringify(marks);
      if (key !== this.#marks) onMarks(marks);
      this.#marks = key;
    }
    const stretch = onStretch === undefined ? null : stretchOf(scene, input.timeframeMinutes);
    if (stretch === null) return;
    const key = `${stretch.fromMs} ${stretch.toMs}`;
    if (key !== this.#stretch) onStretch?.(stretch);
    this.#stretch = key;
  }
}
