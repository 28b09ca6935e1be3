/** The pictures of the product that the public pages show; `npm run screenshots` takes them again. */
import { SHOT_SIZES } from './shot-sizes.ts';

export interface Shot {
  /** What is to be seen. */
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

export type ShotName = keyof typeof SHOT_SIZES;

/**
 * One idea each, at two pixels per CSS pixel so that it stays sharp where it is shown larger, cropped to the width of a
 * phone, so that every word can be read on one.
 */
export const SHOTS: Readonly<Record<ShotName, Shot>> = {
  evidence: { text: 'The evidence behind one event', ...SHOT_SIZES.evidence },
  patterns: { text: 'An AI pattern with its measured record', ...SHOT_SIZES.patterns },
  journal: { text: 'An insight of the journal with its interval, on made-up trades', ...SHOT_SIZES.journal },
  /** Covers the landing chart until it is drawn. */
  poster: { text: '', ...SHOT_SIZES.poster },
};
