/** Layouts: what is read, what is refused in which words, and what a plan shows of one. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TIER_RULES, TIERS } from '#plans/plans.ts';
import {
  type Layout,
  type LayoutNode,
  layout,
  MAX_PANES,
  type Pane,
  readLayout,
  TEMPLATE_IDS,
} from './layout.ts';
import { shownByPlan } from './layout-plan.ts';
import { LAYOUT_TEMPLATES, layoutOfTemplate } from './layout-templates.ts';
import { panesOf } from './layout-tree.ts';

const paneOf = (id: number): Pane => ({
  id: `p${id}`,
  kind: 'chart',
  instrumentId: 1,
  timeframe: '10m',
  link: null,
  settings: {},
});

/** A tree of that many panes in a shape that the numbers choose. */
function treeOf(count: number, turns: readonly number[], from = 0): LayoutNode {
  if (count === 1) return { pane: paneOf(from) };
  const turn = turns[(from + count) % turns.length] ?? 1;
  const left = 1 + (turn % (count - 1));
  const first = treeOf(left, turns, from);
  const second = treeOf(count - left, turns, from + left);
  return { id: `s${from}x${count}`, split: turn % 2 === 0 ? 'row' : 'column', share: 0.5, first, second };
}
const withRoot = (root: LayoutNode): Layout => ({ ...layoutOfTemplate('charts', 1), root });

test.each(TEMPLATE_IDS)('the template %s is a layout, and the same one each time', (id) => {
  const made = layoutOfTemplate(id, 2);
  expect(readLayout(JSON.parse(JSON.stringify(made)))).toEqual({ layout: made, refused: null });
  expect(layoutOfTemplate(id, 2)).toEqual(made);
  expect(LAYOUT_TEMPLATES.map((one) => one.id)).toContain(id);
  for (const { instrumentId } of panesOf(made.root)) expect(instrumentId).toBe(2);
});

test('a layout from a future version is refused in words that name both versions', () => {
  const { layout: read, refused } = readLayout({ version: 7, something: 'new' });
  expect(read).toBeNull();
  expect(refused).toMatch(/newer release \(version 7, this page reads 1\)/);
});

test('40 panes are refused with their number, whatever the tree looks like', () => {
  const { refused } = readLayout(withRoot(treeOf(40, [1, 2, 3])));
  expect(refused).toContain(`expected at most ${MAX_PANES} panes, not 40`);
});

test.each([null, undefined, 7, 'layout', [], {}, { version: 1 }, { version: 'x' }])(
  'what is no layout is refused in a sentence: %j',
  (value) => {
    const { layout: read, refused } = readLayout(value);
    expect(read).toBeNull();
    expect(refused).toMatch(/^This layout cannot be read: .+\.$/);
  },
);

test.each([
  [
    'too many settings',
    { settings: Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`s${at}`, 1])) },
  ],
  ['a setting that is an object', { settings: { vwap: { on: true } } }],
  ['a setting with a long text', { settings: { note: 'x'.repeat(65) } }],
  ['a setting without a finite number', { settings: { scale: Number.NaN } }],
  ['a name that is no setting', { settings: { '__proto__ ': true } }],
  ['an unknown group', { link: 'D' }],
  ['an unknown timeframe', { timeframe: '3m' }],
  ['instrument 0', { instrumentId: 0 }],
])('a pane with %s is refused', (_, change) => {
  expect(layout.safeParse(withRoot({ pane: { ...paneOf(1), ...change } as Pane })).success).toBe(false);
});

test('shares that would hide a pane are refused', () => {
  for (const share of [0, 0.05, 0.95, 1, Number.NaN]) {
    const root = { ...treeOf(2, [1]), share } as LayoutNode;
    expect(layout.safeParse(withRoot(root)).success, String(share)).toBe(false);
  }
});

test('a plan shows the first panes in reading order, and says how many it withholds; none is lost', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: MAX_PANES }),
      fc.array(fc.nat(9), { minLength: 3, maxLength: 3 }),
      fc.constantFrom(...TIERS),
      (count, turns, tier) => {
        const made = withRoot(treeOf(count, turns));
        const rules = TIER_RULES[tier].workspace;
        const { root, withheld, text } = shownByPlan(made, rules);
        const shown = root === null ? [] : panesOf(root);
        expect([...shown, ...withheld]).toEqual(panesOf(made.root));
        expect(shown).toHaveLength(Math.min(count, rules.panesPerLayout));
        expect(text === null).toBe(withheld.length === 0);
      },
    ),
  );
});
