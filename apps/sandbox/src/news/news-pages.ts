/** The sandbox's calendar and headlines: the releases of the simulator's timetable around an instant. */
import { DAY_MS, HOUR_MS, type ReleaseKindId, SECOND_MS } from '@undertow/market';
import { releaseTimetable, type TimetabledRelease } from '@undertow/simulator';

export interface NewsPage {
  readonly type: string;
  readonly text: string;
}

const BACK_MS = 12 * HOUR_MS;
const AHEAD_MS = 2 * DAY_MS;
/** Newsrooms are a few seconds behind the release. */
const HEADLINE_AFTER_MS = 5 * SECOND_MS;

interface Figures {
  readonly expected: string;
  readonly actual: string;
  readonly isHigher: boolean;
}

/** Usual figure, its step and unit; null for releases without figures. */
const FIGURES: Readonly<
  Partial<Record<ReleaseKindId, readonly [usual: number, step: number, unit: string]>>
> = {
  'jobless-claims': [225, 3, 'k'],
  'eia-petroleum': [-1.2, 0.8, 'M'],
  housing: [4.05, 0.03, 'M'],
  'crop-report': [1.66, 0.02, 'B'],
  ppi: [0.2, 0.1, '%'],
  'eia-gas': [-12, 6, 'B'],
  'regional-survey': [1.5, 1.2, ''],
  'retail-sales': [0.3, 0.1, '%'],
};

/** Made up from the hour alone: the same for every request. */
function figuresOf({ kind, atMs }: TimetabledRelease): Figures | null {
  const shape = FIGURES[kind];
  if (shape === undefined) return null;
  const [usual, step, unit] = shape;
  const hour = Math.floor(atMs / HOUR_MS);
  const written = (value: number): string => `${Number(value.toFixed(2))}${unit}`;
  const expected = usual + ((hour % 5) - 2) * step;
  const surprise = (((hour * 7) % 5) - 2 || 1) * step;
  return {
    expected: written(expected),
    actual: written(expected + surprise),
    isHigher: surprise > 0,
  };
}

const HEADLINES: Readonly<Partial<Record<ReleaseKindId, readonly [higher: string, lower: string]>>> = {
  'jobless-claims': ['Jobless claims rise', 'Jobless claims fall'],
  'eia-petroleum': ['Crude inventories rise', 'Crude inventories fall'],
  housing: ['Existing home sales beat expectations', 'Existing home sales miss expectations'],
  'crop-report': ['USDA sees corn stocks rise', 'USDA sees corn stocks fall'],
  ppi: ['Producer prices rise more than expected', 'Producer prices fall short of expectations'],
  'eia-gas': ['Natural gas storage rises', 'Natural gas storage falls'],
  'regional-survey': [
    'Philadelphia Fed survey beats expectations',
    'Philadelphia Fed survey misses expectations',
  ],
  'retail-sales': ['Retail sales rise', 'Retail sales fall'],
};

function headlineOf(release: TimetabledRelease): string {
  const figures = figuresOf(release);
  const words = HEADLINES[release.kind];
  if (figures === null || words === undefined) return `${release.title}: text published`;
  return `${words[figures.isHigher ? 0 : 1]}: ${figures.actual}, expected ${figures.expected}`;
}

const stamp = (timeMs: number): string => new Date(timeMs).toISOString().replace(/[-:]|\.\d{3}/g, '');

function entryOf(release: TimetabledRelease, nowMs: number): readonly string[] {
  const figures = figuresOf(release);
  const actual = figures !== null && release.atMs <= nowMs ? `Actual: ${figures.actual}\\n` : '';
  return [
    'BEGIN:VEVENT',
    `UID:${release.kind}-${release.atMs}@sandbox`,
    `DTSTAMP:${stamp(release.atMs - DAY_MS)}`,
    `DTSTART:${stamp(release.atMs)}`,
    `SUMMARY:${release.title}`,
    ...(figures === null ? [] : [`DESCRIPTION:${actual}Expected: ${figures.expected}`]),
    'END:VEVENT',
  ];
}

function calendarAt(nowMs: number): string {
  const releases = releaseTimetable(nowMs - BACK_MS, nowMs + AHEAD_MS);
  return [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Undertow//Sandbox//EN'],
    ...releases.flatMap((release) => entryOf(release, nowMs)),
    ...['END:VCALENDAR', ''],
  ].join('\r\n');
}

function feedAt(nowMs: number): string {
  const released = releaseTimetable(nowMs - BACK_MS, nowMs - HEADLINE_AFTER_MS).toReversed();
  const items = released.map((release) => {
    const published = new Date(release.atMs + HEADLINE_AFTER_MS).toUTCString();
    const { kind, atMs } = release;
    return `<item><title>${headlineOf(release)}</title><guid isPermaLink="false">${kind}-${atMs}</guid><pubDate>${published}</pubDate></item>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>Sandbox</title><link>http://localhost/</link><description>Made up</description>${items.join('')}</channel></rss>\n`;
}

/** Null for any other path. */
export function newsPage(path: string, nowMs: number): NewsPage | null {
  if (path === '/news/calendar.ics') return { type: 'text/calendar; charset=utf-8', text: calendarAt(nowMs) };
  if (path === '/news/headlines.rss')
    return { type: 'application/rss+xml; charset=utf-8', text: feedAt(nowMs) };
  return null;
}
