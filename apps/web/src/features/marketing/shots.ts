/** The pictures of the product that the public pages show; `npm run screenshots` takes them anew. Sizes in CSS pixels. */

export interface Shot {
  /** What is to be seen. */
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

export const SHOTS = {
  dashboard: { text: 'The dashboard: chart, order book, alerts and live events', width: 1280, height: 800 },
  evidence: { text: 'The evidence behind one event', width: 1280, height: 800 },
  patterns: { text: 'AI patterns with their measured record', width: 1280, height: 800 },
  journal: { text: 'The trade journal with its insights, on made-up trades', width: 1280, height: 800 },
} as const satisfies Readonly<Record<string, Shot>>;

export type ShotName = keyof typeof SHOTS;
