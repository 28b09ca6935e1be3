/** A picture of the product in both themes, taken from the product itself on a simulated market by `npm run screenshots`. */
import type { ReactNode } from 'react';
import dashboardDark from './shots/dashboard-dark.webp';
import dashboardLight from './shots/dashboard-light.webp';
import evidenceDark from './shots/evidence-dark.webp';
import evidenceLight from './shots/evidence-light.webp';
import journalDark from './shots/journal-dark.webp';
import journalLight from './shots/journal-light.webp';
import patternsDark from './shots/patterns-dark.webp';
import patternsLight from './shots/patterns-light.webp';
import { SHOTS, type ShotName } from './shots.ts';

const FILES: Readonly<Record<ShotName, { readonly light: string; readonly dark: string }>> = {
  dashboard: { light: dashboardLight, dark: dashboardDark },
  evidence: { light: evidenceLight, dark: evidenceDark },
  journal: { light: journalLight, dark: journalDark },
  patterns: { light: patternsLight, dark: patternsDark },
};

/** Both pictures stand in the page and the theme shows one: a hidden lazy picture is never fetched. */
export function Screenshot({ name }: { readonly name: ShotName }): ReactNode {
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
