/**
 * How each event type looks and is named, from its row in the table: the one source for legends, lists, the book and
 * the chart.
 */
import { byEventType, EVENT_TYPES, type EventShape, type FlowEventType } from '@undertow/market';

interface Outline {
  /** In a box of 16 by 16. */
  readonly path: string;
  /** Baseline of the letter in the same box. */
  readonly letterY: number;
}

export interface EventLook extends Outline {
  /** Name where there is little space. */
  readonly name: string;
  /** Name in full. */
  readonly title: string;
  readonly letter: string;
  /** Custom properties of the tokens. */
  readonly colour: string;
  readonly letterColour: string;
  /** A ring is stroked and dashed, the others are filled. */
  readonly ring: boolean;
  /** One plain sentence for legends and tooltips. */
  readonly meaning: string;
}

const OUTLINES: Readonly<Record<EventShape, Outline>> = {
  diamond: { path: 'M8 .6 15.4 8 8 15.4.6 8z', letterY: 11.6 },
  square: {
    path: 'M3.3 1.3h9.4a2 2 0 0 1 2 2v9.4a2 2 0 0 1-2 2H3.3a2 2 0 0 1-2-2V3.3a2 2 0 0 1 2-2z',
    letterY: 11.6,
  },
  house: { path: 'M8 .6l7 5.6v8.6H1V6.2z', letterY: 12.7 },
  house_down: { path: 'M8 15.4l7-5.6V1.2H1v8.6z', letterY: 10.3 },
  circle: { path: 'M8 .8a7.2 7.2 0 1 0 0 14.4A7.2 7.2 0 0 0 8 .8z', letterY: 11.6 },
  ring: { path: 'M8 1.2a6.8 6.8 0 1 0 0 13.6A6.8 6.8 0 0 0 8 1.2z', letterY: 11.6 },
  hexagon: { path: 'M4.4 1.2h7.2L15.4 8l-3.8 6.8H4.4L.6 8z', letterY: 11.6 },
  triangle: { path: 'M8 .6 15.6 14.6H.4z', letterY: 13.2 },
};

function lookOf(type: FlowEventType): EventLook {
  const { name, title, letter, meaning, shape } = EVENT_TYPES[type];
  const token = type.replaceAll('_', '-');
  const ring = shape === 'ring';
  const colour = `--ev-${token}`;
  const letterColour = ring ? colour : `--on-${token}`;
  return { name, title, letter, meaning, ...OUTLINES[shape], colour, letterColour, ring };
}

export const EVENT_LOOKS = byEventType(lookOf);

/** Kinds of an event in the product's words. */
const KINDS: Readonly<Record<string, string>> = {
  conflated: 'refilled level',
  inferred: 'inferred from prints',
  single: 'single orders',
  layering: 'in layers',
  burst: 'burst of stops',
  level_driven: 'driven by a level',
};

/** `Iceberg, synthetic`. */
export function titleOf(type: FlowEventType, sub: string | null): string {
  const { title } = EVENT_LOOKS[type];
  return sub === null ? title : `${title}, ${KINDS[sub] ?? sub}`;
}
