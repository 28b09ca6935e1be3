/**
 * Tags of calculated levels: each as near to its line as the others allow, none over another or under the last price.
 */
import type { ChartAiLevel, ChartInput } from '#chart/data/chart-input.ts';
import type { ChartLayout } from '#chart/geometry/chart-layout.ts';
import type { Frame } from '#chart/geometry/frame.ts';
import { spreadRows } from '#chart/geometry/spread-rows.ts';
import type { LastPriceTag } from './scene.ts';

export interface AiTag {
  readonly id: string;
  /** Position of the line. */
  readonly y: number;
  /** Middle of the tag; null for a line that has none, because there are more than can be read. */
  readonly tagY: number | null;
  /** What fits on the price axis: `S 81%`. */
  readonly text: string;
  /** In full: `Support, lower edge 81%`. */
  readonly title: string;
}

/** A tag with its outline is 18 high. */
const TAG_GAP = 20;
/** Half a tag and a hair. */
const EDGE = 10;
const MAX_TAGS = 8;
const MAX_COMPACT_TAGS = 4;
/** A chart narrower than this has one chip for all levels in place of tags. */
const TAGS_FROM_WIDTH = 500;

function mostTags({ compact, plotWidth, signalsWidth, axisWidth }: ChartLayout): number {
  if (plotWidth + signalsWidth + axisWidth < TAGS_FROM_WIDTH) return 0;
  return compact ? MAX_COMPACT_TAGS : MAX_TAGS;
}

/** `76%`, or the words shown in its place. */
export function certaintyText({ confidence, words }: ChartAiLevel): string {
  return words ?? `${Math.round(confidence * 100)}%`;
}

/** Initials of the name, with the percentage or "exact" where there is one. */
function tagText(level: ChartAiLevel): string {
  const [name = ''] = level.label.split(',');
  const initials = name
    .split(/[^\p{L}]+/u)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('')
    .slice(0, 2);
  return level.words === 'not calibrated' ? initials : `${initials} ${certaintyText(level)}`;
}

/** Levels of one name on one price are one line: the most confident represents them. */
function distinct(levels: readonly ChartAiLevel[]): ChartAiLevel[] {
  const best = new Map<string, ChartAiLevel>();
  for (const level of levels) {
    const key = `${level.priceTicks} ${level.label}`;
    const known = best.get(key);
    if (known === undefined || level.confidence > known.confidence) best.set(key, level);
  }
  return [...best.values()];
}

/** What the tag of the last price covers of the axis. */
type LastTag = Pick<LastPriceTag, 'y' | 'top' | 'height'>;

/** A stretch of the axis in which the middles of tags may lie. */
interface Room {
  readonly from: number;
  readonly to: number;
  /** Tags that fit. */
  readonly count: number;
}

function roomOf(from: number, to: number): Room {
  return { from, to, count: Math.max(0, Math.floor((to - from) / TAG_GAP) + 1) };
}

/** The axis above and below the last price, whose tag keeps its place. */
function roomsOf(frame: Frame, last: LastTag | null): readonly [above: Room, below: Room] {
  const low = frame.layout.top + EDGE;
  const high = frame.layout.mainHeight - EDGE;
  if (last === null) return [roomOf(low, low - TAG_GAP), roomOf(low, high)];
  return [
    roomOf(low, Math.min(high, last.top - EDGE)),
    roomOf(Math.max(low, last.top + last.height + EDGE), high),
  ];
}

/**
 * Middles of tags with the given preferred positions (ascending): a tag with no space on its side of the last price
 * takes the other.
 */
function placesOf(
  wanted: readonly number[],
  [above, below]: readonly [Room, Room],
  last: LastTag | null,
): number[] {
  const natural = last === null ? 0 : wanted.filter((y) => y < last.y).length;
  const split = Math.min(above.count, Math.max(natural, wanted.length - below.count));
  return [
    ...spreadRows(wanted.slice(0, split), TAG_GAP, above.from, above.to),
    ...spreadRows(wanted.slice(split), TAG_GAP, below.from, below.to),
  ];
}

/** From top to bottom. The most confident levels have tags, as many as fit beside the last price. */
export function aiTags(input: ChartInput, frame: Frame, last: LastTag | null): AiTag[] {
  const levels = distinct(input.aiLevels.filter((level) => frame.shows(level.priceTicks)));
  const rooms = roomsOf(frame, last);
  const most = Math.min(rooms[0].count + rooms[1].count, mostTags(frame.layout));
  const tagged = new Set(levels.toSorted((a, b) => b.confidence - a.confidence).slice(0, most));
  const sorted = levels.toSorted(
    (a, b) => b.priceTicks - a.priceTicks || b.confidence - a.confidence || (a.id < b.id ? -1 : 1),
  );
  const wanted = sorted.filter((level) => tagged.has(level)).map((level) => frame.yOf(level.priceTicks));
  const places = placesOf(wanted, rooms, last).values();
  return sorted.map((level) => ({
    id: level.id,
    y: frame.yOf(level.priceTicks),
    tagY: tagged.has(level) ? (places.next().value ?? null) : null,
    text: tagText(level),
    title: `${level.label} ${certaintyText(level)}`,
  }));
}
