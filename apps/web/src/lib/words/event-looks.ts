/** How each event type looks and is named: the one source for legends, lists, the book and the chart. */
import type { FlowEventType } from '@undertow/market';

export interface EventLook {
  /** Name where there is little room; spoofing is never stated as a finding. */
  readonly name: string;
  /** Name in full. */
  readonly title: string;
  readonly letter: string;
  /** Outline in a box of 16 by 16. */
  readonly path: string;
  /** Baseline of the letter in the same box. */
  readonly letterY: number;
  /** Custom properties of the tokens. */
  readonly colour: string;
  readonly letterColour: string;
  /** A ring is stroked and dashed, the others are filled. */
  readonly ring: boolean;
  /** One plain sentence for legends and tooltips. */
  readonly meaning: string;
}

export const EVENT_LOOKS: Readonly<Record<FlowEventType, EventLook>> = {
  iceberg: {
    name: 'Iceberg',
    title: 'Iceberg',
    letter: 'I',
    path: 'M8 .6 15.4 8 8 15.4.6 8z',
    letterY: 11.6,
    colour: '--ev-iceberg',
    letterColour: '--on-iceberg',
    ring: false,
    meaning: 'A resting order that shows only part of its size and refills as it trades.',
  },
  absorption: {
    name: 'Absorption',
    title: 'Absorption',
    letter: 'A',
    path: 'M3.3 1.3h9.4a2 2 0 0 1 2 2v9.4a2 2 0 0 1-2 2H3.3a2 2 0 0 1-2-2V3.3a2 2 0 0 1 2-2z',
    letterY: 11.6,
    colour: '--ev-absorption',
    letterColour: '--on-absorption',
    ring: false,
    meaning: 'Much is traded into a price and the price holds.',
  },
  support: {
    name: 'Support',
    title: 'Support',
    letter: 'S',
    path: 'M8 .6l7 5.6v8.6H1V6.2z',
    letterY: 12.7,
    colour: '--ev-support',
    letterColour: '--on-support',
    ring: false,
    meaning: 'Bids return at a price that was tested before and held.',
  },
  resistance: {
    name: 'Resistance',
    title: 'Resistance',
    letter: 'R',
    path: 'M8 15.4l7-5.6V1.2H1v8.6z',
    letterY: 10.3,
    colour: '--ev-resistance',
    letterColour: '--on-resistance',
    ring: false,
    meaning: 'Asks return at a price that was tested before and held.',
  },
  stop_run: {
    name: 'Stop run',
    title: 'Stop run',
    letter: '!',
    path: 'M8 .8a7.2 7.2 0 1 0 0 14.4A7.2 7.2 0 0 0 8 .8z',
    letterY: 11.6,
    colour: '--ev-stop-run',
    letterColour: '--on-stop-run',
    ring: false,
    meaning: 'A cluster of stop orders is elected in a short time.',
  },
  spoofing: {
    name: 'Spoofing-like',
    title: 'Spoofing-like pattern',
    letter: '~',
    path: 'M8 1.2a6.8 6.8 0 1 0 0 13.6A6.8 6.8 0 0 0 8 1.2z',
    letterY: 11.6,
    colour: '--ev-spoofing',
    letterColour: '--ev-spoofing',
    ring: true,
    meaning: 'Large orders are shown and pulled before they can trade. Intent is not claimed.',
  },
};

/** Kinds of an event in the product's words. */
const KINDS: Readonly<Record<string, string>> = {
  conflated: 'refilled level',
  inferred: 'inferred from prints',
  single: 'single orders',
  layering: 'in layers',
};

/** `Iceberg, synthetic`. */
export function titleOf(type: FlowEventType, sub: string | null): string {
  const { title } = EVENT_LOOKS[type];
  return sub === null ? title : `${title}, ${KINDS[sub] ?? sub}`;
}
