/** Tags of calculated levels: each as near to its line as the others let it stand, none over another. */
import type { ChartAiLevel, ChartInput } from '#chart/chart-input.ts';
import type { Frame } from '#chart/frame.ts';
import { spreadRows } from '#chart/spread-rows.ts';

export interface AiTag {
  readonly id: string;
  /** Where the line stands. */
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
const MOST_TAGS = 8;
const MOST_COMPACT_TAGS = 4;

/** `76%`, or the words that stand in its place. */
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

/** Levels of one name on one price are one line: the surest stands for them. */
function distinct(levels: readonly ChartAiLevel[]): ChartAiLevel[] {
  const surest = new Map<string, ChartAiLevel>();
  for (const level of levels) {
    const key = `${level.priceTicks} ${level.label}`;
    const known = surest.get(key);
    if (known === undefined || level.confidence > known.confidence) surest.set(key, level);
  }
  return [...surest.values()];
}

/** From top to bottom. The surest levels have tags, as many as fit. */
export function aiTags(input: ChartInput, frame: Frame): AiTag[] {
  const { top, mainHeight, compact } = frame.layout;
  const levels = distinct(input.aiLevels.filter((level) => frame.shows(level.priceTicks)));
  const low = top + EDGE;
  const high = mainHeight - EDGE;
  const room = Math.max(0, Math.floor((high - low) / TAG_GAP) + 1);
  const most = Math.min(room, compact ? MOST_COMPACT_TAGS : MOST_TAGS);
  const tagged = new Set(levels.toSorted((a, b) => b.confidence - a.confidence).slice(0, most));
  const sorted = levels.toSorted(
    (a, b) => b.priceTicks - a.priceTicks || b.confidence - a.confidence || (a.id < b.id ? -1 : 1),
  );
  const places = spreadRows(
    sorted.filter((level) => tagged.has(level)).map((level) => frame.yOf(level.priceTicks)),
    TAG_GAP,
    low,
    high,
  ).values();
  return sorted.map((level) => ({
    id: level.id,
    y: frame.yOf(level.priceTicks),
    tagY: tagged.has(level) ? (places.next().value ?? null) : null,
    text: tagText(level),
    title: `${level.label} ${certaintyText(level)}`,
  }));
}
