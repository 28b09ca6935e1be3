/** The pictures of the product that the public pages show; `npm run screenshots` takes them anew. Sizes in CSS pixels. */

export interface Shot {
  /** What is to be seen. */
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** One idea each, at two pixels per CSS pixel so that it stays sharp where it is shown larger, cropped to the width of a phone, so that every word can be read on one. */
export const SHOTS = {
  evidence: { text: 'The evidence behind one event', width: 420, height: 560 },
  patterns: { text: 'An AI pattern with its measured record', width: 420, height: 560 },
  journal: {
    text: 'An insight of the journal with its interval, on made-up trades',
    width: 420,
    height: 420,
  },
  /** Covers the landing chart until it is drawn. */
  poster: { text: '', width: 840, height: 568 },
} as const satisfies Readonly<Record<string, Shot>>;

export type ShotName = keyof typeof SHOTS;
