/**
 * A picture of the product in both themes, taken from the product itself on a simulated market by `npm run
 * screenshots`.
 */
import type { ReactNode } from 'react';
import evidenceDark from './shots/evidence-dark.webp';
import evidenceLight from './shots/evidence-light.webp';
import journalDark from './shots/journal-dark.webp';
import journalLight from './shots/journal-light.webp';
import patternsDark from './shots/patterns-dark.webp';
import patternsLight from './shots/patterns-light.webp';
import { SHOTS, type ShotName } from './shots.ts';

type CropName = Exclude<ShotName, 'poster'>;

const FILES: Readonly<Record<CropName, { readonly light: string; readonly dark: string }>> = {
  evidence: { light: evidenceLight, dark: evidenceDark },
  journal: { light: journalLight, dark: journalDark },
  patterns: { light: patternsLight, dark: patternsDark },
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
