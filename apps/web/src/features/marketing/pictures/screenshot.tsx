/**
 * A picture of the product in both themes, taken from the product itself on a simulated market by `npm run
 * screenshots`.
 */
import type { ReactNode } from 'react';
import { SHOT_SIZES } from './shot-sizes.ts';
import evidenceDark from './shots/evidence-dark.webp';
import evidenceLight from './shots/evidence-light.webp';
import footprintDark from './shots/footprint-dark.webp';
import footprintLight from './shots/footprint-light.webp';
import journalDark from './shots/journal-dark.webp';
import journalLight from './shots/journal-light.webp';
import patternsDark from './shots/patterns-dark.webp';
import patternsLight from './shots/patterns-light.webp';
import workspaceDark from './shots/workspace-dark.webp';
import workspaceLight from './shots/workspace-light.webp';

interface Shot {
  /** What is to be seen. */
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

type ShotName = keyof typeof SHOT_SIZES;

/**
 * One idea each, at two pixels per CSS pixel so that it stays sharp where it is shown larger, cropped to the width of a
 * phone, so that every word can be read on one. The workspace as a whole is not shown on phones.
 */
const SHOTS: Readonly<Record<ShotName, Shot>> = {
  evidence: { text: 'The evidence behind one event', ...SHOT_SIZES.evidence },
  patterns: { text: 'An AI pattern with its measured record', ...SHOT_SIZES.patterns },
  journal: { text: 'An insight of the journal with its interval, on made-up trades', ...SHOT_SIZES.journal },
  workspace: { text: 'Footprint, depth over time, ladder and tape of one market', ...SHOT_SIZES.workspace },
  /** In place of the workspace on a phone. */
  footprint: { text: 'A footprint: what traded at each price of each minute', ...SHOT_SIZES.footprint },
  /** Covers the landing chart until it is drawn. */
  poster: { text: '', ...SHOT_SIZES.poster },
};

type CropName = Exclude<ShotName, 'poster'>;

const FILES: Readonly<Record<CropName, { readonly light: string; readonly dark: string }>> = {
  evidence: { light: evidenceLight, dark: evidenceDark },
  journal: { light: journalLight, dark: journalDark },
  patterns: { light: patternsLight, dark: patternsDark },
  workspace: { light: workspaceLight, dark: workspaceDark },
  footprint: { light: footprintLight, dark: footprintDark },
};

/** Both pictures are in the page and the theme shows one: a hidden lazy picture is never fetched. */
export function Screenshot({ name }: { readonly name: CropName }): ReactNode {
  const { text, width, height } = SHOTS[name];
  const { light, dark } = FILES[name];
  const both = { width, height, loading: 'lazy', decoding: 'async' } as const;
  return (
    <figure className="screenshot">
      <img {...both} alt={text} src={light} data-theme="light" />
      <img {...both} alt={text} src={dark} data-theme="dark" />
      <figcaption>{text}. Simulated market.</figcaption>
    </figure>
  );
}
