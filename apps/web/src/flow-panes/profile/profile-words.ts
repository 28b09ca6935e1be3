/** A profile in words: the row under the crosshair, the range, the whole as a summary, and sessions and rows as tables. */
import { formatPrice, type PriceVolume, tpoLetter, type WindowProfile } from '@undertow/market';
import { signedText, sizeText } from '#chart/data/size-text.ts';
import type { ZoneClock } from '#chart/data/time-labels.ts';
import type { DayLevel } from '#flow-panes/sessions/day-levels.ts';
import { dayText } from '#flow-panes/sessions/day-text.ts';
import type { SessionFate, SessionProfile } from '#flow-panes/sessions/session-profiles.ts';
import { extremeWords, FACT_NAMES, factTexts } from './profile-facts.ts';
import type { ProfileInput } from './profile-input.ts';
import type { RangeScene } from './range-scene.ts';

type Named = Pick<ProfileInput, 'market'>;

const volumeAt = (rows: readonly PriceVolume[], rowStart: number): PriceVolume | null =>
  rows.find(({ priceTicks }) => priceTicks === rowStart) ?? null;

function rowName({ market: { instrument } }: Named, rowStart: number, rowTicks: number): string {
  const low = formatPrice(instrument, rowStart);
  return rowTicks === 1 ? low : `${low} to ${formatPrice(instrument, rowStart + rowTicks - 1)}`;
}

const lettersOf = ({ tpo }: SessionProfile, rowStart: number): string =>
  (tpo.rows.find(({ priceTicks }) => priceTicks === rowStart)?.periods ?? []).map(tpoLetter).join('');

/** What a row is to its profile: `POC`, `VAH`. */
function rowMarks({ value, volume, tpo }: SessionProfile, rowStart: number): readonly string[] {
  return [
    ...(tpo.valueArea?.pointOfControlTicks === rowStart ? ['TPO POC'] : []),
    ...(volume.valueArea?.pointOfControlTicks === rowStart ? ['volume POC'] : []),
    ...(value?.highTicks === rowStart ? ['VAH'] : []),
    ...(value?.lowTicks === rowStart ? ['VAL'] : []),
  ];
}

/** Aggressors are not known where volume was spread over bars. */
function deltaText({ isExact }: WindowProfile, row: PriceVolume | null): string {
  return isExact ? signedText(row === null ? 0 : row.askVolume - row.bidVolume) : 'not known';
}

/** `Thu 19 Nov · 4566.50 to 4566.75 · ABCDE · 3,210 contracts, delta +120 · TPO POC`. */
export function sessionRowWords(input: Named, session: SessionProfile, rowStart: number): string {
  const letters = lettersOf(session, rowStart);
  const volume = volumeAt(session.volume.rows, rowStart);
  return [
    dayText(session.day),
    rowName(input, rowStart, session.rowTicks),
    letters === '' ? 'not traded' : letters,
    ...(volume === null
      ? []
      : [`${sizeText(volume.volume)} contracts, delta ${deltaText(session.volume, volume)}`]),
    ...rowMarks(session, rowStart),
  ].join(' · ');
}

/** What the profile of a range says, or how to choose one. */
export function rangeWords(
  { market: { instrument }, choices }: ProfileInput,
  scene: RangeScene,
  clock: ZoneClock,
): string {
  const { range, profile } = scene;
  if (range === null)
    return 'Drag over the bars to choose a range, or hold Shift with the arrow keys; Delete removes it.';
  const at = (ms: number): string => `${clock.day(ms)} ${clock.minute(ms)}`;
  const when = `${at(range.fromMs)} to ${at(range.toMs)}`;
  if (profile === null || profile.valueArea === null) return `${when} · nothing of it is stored`;
  const { pointOfControlTicks, highTicks, lowTicks } = profile.valueArea;
  const top = highTicks + scene.rows.rowTicks - 1;
  return [
    ...(choices.view === 'visible' ? ['Everything visible'] : []),
    `POC ${formatPrice(instrument, pointOfControlTicks)}`,
    `VAH ${formatPrice(instrument, top)}`,
    `VAL ${formatPrice(instrument, lowTicks)}`,
    `volume ${sizeText(profile.volume)}`,
    profile.isExact ? `delta ${signedText(profile.delta)}` : 'volume spread over bars',
    when,
  ].join(' · ');
}

/** The label of the picture for screen readers. */
export function profileSummary({ market: { instrument } }: Named, newest: SessionProfile | null): string {
  const name = `Market profile of ${instrument.symbol}`;
  if (newest === null || newest.value === null) return `${name}, no trades yet`;
  const { pointOfControlTicks, highTicks, lowTicks } = newest.value;
  const price = (ticks: number): string => formatPrice(instrument, ticks);
  return [
    name,
    `${dayText(newest.day)}: POC ${price(pointOfControlTicks)}`,
    `value area ${price(lowTicks)} to ${price(highTicks + newest.rowTicks - 1)}`,
    'arrow keys move through rows and sessions',
  ].join(', ');
}

export interface WordTable {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Newest first: what each session is worth a line of. */
export function sessionsTable(
  { market: { instrument } }: Named,
  sessions: readonly { readonly session: SessionProfile; readonly fate: SessionFate }[],
): WordTable {
  const price = (ticks: number | undefined): string =>
    ticks === undefined ? 'none' : formatPrice(instrument, ticks);
  const more = FACT_NAMES.filter((name) => name !== 'POC' && name !== 'Value area');
  return {
    caption: 'Sessions',
    columns: ['Session', 'POC', 'VAH', 'VAL', 'Naked', 'Volume POC', ...more, 'Extremes'],
    rows: sessions.toReversed().map(({ session, fate }) => {
      const { value, volume, rowTicks } = session;
      const facts = factTexts(instrument, session, fate).filter(
        (_, at) => FACT_NAMES[at] !== 'POC' && FACT_NAMES[at] !== 'Value area',
      );
      return [
        dayText(session.day),
        price(value?.pointOfControlTicks),
        price(value === null ? undefined : value.highTicks + rowTicks - 1),
        price(value?.lowTicks),
        session.isOpen ? 'open' : fate.isNaked ? 'yes' : 'no',
        price(volume.valueArea?.pointOfControlTicks),
        ...facts.map(({ text }) => text),
        extremeWords(instrument, session).join(', ') || 'none',
      ];
    }),
  };
}

export function levelsTable({ market: { instrument } }: Named, levels: readonly DayLevel[]): WordTable {
  return {
    caption: 'Levels of today',
    columns: ['Level', 'Price'],
    rows: levels.map(({ words, ticks }) => [words, formatPrice(instrument, ticks)]),
  };
}

/** Highest price first. */
export function rowsTable(input: Named, session: SessionProfile): WordTable {
  const prices = new Set([
    ...session.tpo.rows.map(({ priceTicks }) => priceTicks),
    ...session.volume.rows.map(({ priceTicks }) => priceTicks),
  ]);
  return {
    caption: `Rows of ${dayText(session.day)}`,
    columns: ['Price', 'Letters', 'TPOs', 'Volume', 'Delta', 'Marks'],
    rows: [...prices]
      .sort((one, other) => other - one)
      .map((rowStart) => {
        const letters = lettersOf(session, rowStart);
        const volume = volumeAt(session.volume.rows, rowStart);
        return [
          rowName(input, rowStart, session.rowTicks),
          letters,
          String(letters.length),
          sizeText(volume?.volume ?? 0),
          deltaText(session.volume, volume),
          rowMarks(session, rowStart).join(', '),
        ];
      }),
  };
}

/** What the profile of a range is worth a line of. */
export function rangeValueTable({ market: { instrument } }: Named, { profile, rows }: RangeScene): WordTable {
  const value = profile?.valueArea ?? null;
  const price = (ticks: number): string => formatPrice(instrument, ticks);
  return {
    caption: 'Profile of the range',
    columns: ['Fact', 'Value'],
    rows:
      profile === null || value === null
        ? [['POC', 'no range is chosen']]
        : [
            ['POC', price(value.pointOfControlTicks)],
            ['VAH', price(value.highTicks + rows.rowTicks - 1)],
            ['VAL', price(value.lowTicks)],
            ['Volume', sizeText(profile.volume)],
            ['Delta', profile.isExact ? signedText(profile.delta) : 'not known: volume is spread over bars'],
          ],
  };
}

/** The profile of a range as rows, highest price first. */
export function rangeTable(input: Named, { profile, rows }: RangeScene): WordTable {
  const value = profile?.valueArea ?? null;
  const mark = (rowStart: number): string =>
    rowStart === value?.pointOfControlTicks
      ? 'POC'
      : rowStart === value?.highTicks
        ? 'VAH'
        : rowStart === value?.lowTicks
          ? 'VAL'
          : '';
  return {
    caption: 'Rows of the range',
    columns: ['Price', 'Volume', 'Delta', 'Mark'],
    rows: (profile === null ? [] : profile.rows.toReversed()).map((row) => [
      rowName(input, row.priceTicks, rows.rowTicks),
      sizeText(row.volume),
      profile === null ? '' : deltaText(profile, row),
      mark(row.priceTicks),
    ]),
  };
}
