/** Names and values of the studies at a bar, for the legend over the chart and for the table. */
import { formatPrice, type Instrument } from '@undertow/market';
import type { ColorToken } from '#chart/paint/chart-theme.ts';
import { INDICATOR_LINES } from './indicator-steps.ts';
import { overlayColor } from './paint-overlays.ts';
import { indicatorName } from './study-choices.ts';
import type { StudySet } from './study-set.ts';
import { ticksText, valueText } from './study-words.ts';

const UNKNOWN = '–';

export interface LegendItem {
  readonly name: string;
  /** Of its line. */
  readonly color: ColorToken;
  /** `4567.12`; a dash where it is not known. */
  readonly text: string;
}

const at = (values: readonly number[] | undefined, index: number): number => values?.[index] ?? Number.NaN;

/** `instant`: how an anchor is named, `16:50`. */
export function studyLegend(
  studies: StudySet,
  index: number,
  instrument: Instrument,
  instant: (timeMs: number) => string,
): readonly LegendItem[] {
  const items: LegendItem[] = studies.overlaid.map(({ choice, lines }, order) => ({
    name: indicatorName(choice),
    color: overlayColor(order),
    text: lines.map((values) => valueText(choice.kind, instrument, at(values, index))).join(' '),
  }));
  const { bands } = studies;
  if (bands !== null) {
    const deviation = bands.points[index]?.deviation ?? Number.NaN;
    items.push({
      name: 'VWAP σ',
      color: 'vwap',
      text: Number.isNaN(deviation) ? '' : `±${ticksText(instrument, deviation)}`,
    });
  }
  for (const { anchorMs, series } of studies.anchored) {
    const value = series.points[index]?.value ?? Number.NaN;
    items.push({ name: `VWAP from ${instant(anchorMs)}`, color: 'vwap', text: ticksText(instrument, value) });
  }
  return items.map((item) => (item.text.trim() === '' ? { ...item, text: UNKNOWN } : item));
}

export interface StudyTable {
  readonly columns: readonly string[];
  /** Newest first: time, then one value a column. */
  readonly rows: readonly (readonly string[])[];
  /** Name and price. */
  readonly levels: readonly (readonly [name: string, price: string])[];
}

const MAX_ROWS = 200;

/** The same as the canvas shows, as text: the newest bars. */
export function studyTable(
  studies: StudySet,
  instrument: Instrument,
  instant: (timeMs: number) => string,
): StudyTable {
  const { bars, bands, anchored, indicators, profiles, choices } = studies;
  const columns = [
    ...indicators.flatMap(({ choice }) =>
      INDICATOR_LINES[choice.kind].map((line) => `${indicatorName(choice)} ${line}`.trim()),
    ),
    ...(bands === null ? [] : ['VWAP deviation']),
    ...anchored.map(({ anchorMs }) => `VWAP from ${instant(anchorMs)}`),
  ];
  const valuesAt = (index: number): string[] => [
    ...indicators.flatMap(({ choice, lines }) =>
      lines.map((values) => valueText(choice.kind, instrument, at(values, index))),
    ),
    ...(bands === null ? [] : [ticksText(instrument, bands.points[index]?.deviation ?? Number.NaN)]),
    ...anchored.map(({ series }) => ticksText(instrument, series.points[index]?.value ?? Number.NaN)),
  ];
  const first = Math.max(0, bars.length - MAX_ROWS);
  const rows =
    columns.length === 0
      ? []
      : bars.slice(first).map((bar, index) => [instant(bar.startMs), ...valuesAt(first + index)]);
  const sessions = choices.sessionProfiles ? profiles.sessions : [];
  const areas = sessions.flatMap(({ session, profile: { valueArea } }): [string, number][] =>
    valueArea === null
      ? []
      : [
          [`POC ${session.tradingDay}`, valueArea.pointOfControlTicks],
          [`VAH ${session.tradingDay}`, valueArea.highTicks],
          [`VAL ${session.tradingDay}`, valueArea.lowTicks],
        ],
  );
  const named = studies.levels(null).map(({ name, priceTicks }): [string, number] => [name, priceTicks]);
  return {
    columns: ['Time', ...columns],
    rows: rows.reverse(),
    levels: [...named, ...areas.reverse()].map(([name, ticks]) => [name, formatPrice(instrument, ticks)]),
  };
}
