/** What a machine can detect of WCAG 2.2 A and AA on a page, in every look that the product has. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const THEMES = ['light', 'dark'] as const;
const WIDE = { width: 1440, height: 900 };
const TABLET = { width: 1024, height: 800 };
const NARROW = { width: 390, height: 844 };

export interface Scope {
  readonly include?: string;
  readonly exclude?: string;
  readonly rules?: 'all' | 'all but contrast' | 'contrast';
  /** False leaves out frames of other origins, which costs a page of its own. */
  readonly frames?: boolean;
}

/** Violations as `rule: selectors`. */
export async function violations(
  page: Page,
  { include, exclude, rules = 'all', frames = true }: Scope = {},
): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(!frames);
  if (include !== undefined) axe.include(include);
  if (exclude !== undefined) axe.exclude(exclude);
  if (rules === 'contrast') axe.withRules('color-contrast');
  else axe.withTags(RULES);
  if (rules === 'all but contrast') axe.disableRules('color-contrast');
  const result = await axe.analyze();
  return result.violations.map(
    (found) => `${found.id}: ${found.nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}

/** Changes the theme as its switch does, and waits for the transitions of colours. */
async function setTheme(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await page.evaluate(async (name) => {
    document.documentElement.classList.remove('light', 'dark');
    document.documentElement.classList.add(name);
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  }, theme);
}

/** Resizes the window and waits two frames, of which the second follows the layout of the first. */
async function resize(page: Page, size: typeof WIDE): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

const IS_LONG = process.env['LONG_TESTS'] === '1';
/** Rows of a table that are looked at every day: the others have the same parts, and there may be hundreds. */
const ROWS = 8;

/** Violations of the page as it is, of its tables in their first rows except in the long tests. */
async function sampled(page: Page, rules: Scope['rules'] = 'all'): Promise<string[]> {
  const further = page.locator(`tbody > tr:nth-child(n + ${ROWS + 1})`);
  const hide = (isHidden: boolean): Promise<void> =>
    further.evaluateAll((rows, hidden) => {
      for (const row of rows) (row as HTMLElement).hidden = hidden;
    }, isHidden && !IS_LONG);
  await hide(true);
  const found = await violations(page, { rules, frames: false });
  await hide(false);
  return found;
}

/**
 * Violations and overflow of the page as it is, wide and narrow, in both themes; of these only the contrast depends on
 * the theme, and is the costliest to find. Leaves the page wide and in the theme that it had.
 */
export async function violationsInEveryLook(page: Page): Promise<string[]> {
  const found: string[] = [];
  const first = (await page.locator('html.dark').count()) === 1 ? 'dark' : 'light';
  const other = first === 'dark' ? 'light' : 'dark';
  const add = (look: string, texts: readonly string[]) => {
    for (const text of texts) found.push(`${look}, ${text}`);
  };
  for (const size of [NARROW, TABLET, WIDE]) {
    const look = `${first}, ${size.width} pixels`;
    await resize(page, size);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) add(look, [`overflow: ${over} pixels`]);
    if (size === NARROW) add(look, await sampled(page, 'all but contrast'));
  }
  add(first, await sampled(page));
  await setTheme(page, other);
  add(other, await sampled(page, 'contrast'));
  await setTheme(page, first);
  return found;
}
