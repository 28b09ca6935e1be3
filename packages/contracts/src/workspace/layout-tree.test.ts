/** Trees of panes, what a plan shows of them, and what is refused of panes and layouts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TIER_RULES } from '#plans/plans.ts';
import { changed, faultsOf, messagesOf } from '#testing/schema-faults.ts';
import { FLAG, orNull, type ValueKind, wordOf } from '#testing/value-kinds.ts';
import { kindAt, optionalPaths } from '#testing/wire-values.ts';
import {
  type LayoutNode,
  LINK_GROUPS,
  layout,
  MAX_LAYOUT_NAME,
  MAX_PANE_SETTINGS,
  MAX_PANES,
  MAX_SHARE,
  MIN_SHARE,
  PANE_KINDS,
  type Pane,
  pane,
  paneSettings,
  readLayout,
  TEMPLATE_IDS,
} from './layout.ts';
import { shownByPlan } from './layout-plan.ts';
import { layoutOfTemplate } from './layout-templates.ts';
import { hasDistinctIds, panesOf, withoutPanes } from './layout-tree.ts';

const PANE: Pane = { id: 'p1', kind: 'chart', instrumentId: 1, timeframe: '10m', link: 'A', settings: {} };
const leaf = (id: string): LayoutNode => ({ pane: { ...PANE, id } });
const split = (id: string, first: LayoutNode, second: LayoutNode): LayoutNode => ({
  ...{ id, split: 'row', share: 0.5, first, second },
});
const idsOf = (root: LayoutNode | null): readonly string[] =>
  root === null ? [] : panesOf(root).map(({ id }) => id);

/** Any tree of panes with ids of their own. */
const tree: fc.Arbitrary<LayoutNode> = fc
  .letrec<{ node: (name: string) => LayoutNode }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constant(leaf),
      fc.tuple(tie('node'), tie('node')).map(
        ([first, second]) =>
          (name: string) =>
            split(name, first(`${name}a`), second(`${name}b`)),
      ),
    ),
  }))
  .node.map((make) => make('n'));

describe('a tree', () => {
  const three = split('s1', leaf('p1'), split('s2', leaf('p2'), leaf('p3')));

  test('is read from left to right and from top to bottom', () => {
    expect(idsOf(leaf('p1'))).toEqual(['p1']);
    expect(idsOf(three)).toEqual(['p1', 'p2', 'p3']);
    expect(idsOf(split('s1', split('s2', leaf('p1'), leaf('p2')), leaf('p3')))).toEqual(['p1', 'p2', 'p3']);
  });

  test('has distinct ids where no pane and no split has that of another', () => {
    expect(hasDistinctIds(three)).toBe(true);
    expect(hasDistinctIds(split('s1', leaf('p1'), leaf('p1')))).toBe(false);
    expect(hasDistinctIds(split('p1', leaf('p1'), leaf('p2')))).toBe(false);
    expect(hasDistinctIds(split('s1', leaf('p1'), split('s1', leaf('p2'), leaf('p3'))))).toBe(false);
  });

  test('without a pane gives its place to the neighbour', () => {
    expect(withoutPanes(three, ({ id }) => id === 'p2')).toEqual(split('s1', leaf('p1'), leaf('p3')));
    expect(withoutPanes(three, ({ id }) => id === 'p1')).toEqual(split('s2', leaf('p2'), leaf('p3')));
    expect(withoutPanes(three, ({ id }) => id !== 'p3')).toEqual(leaf('p3'));
    expect(withoutPanes(three, () => true)).toBeNull();
  });

  test('that keeps every pane is the same tree, not a copy', () => {
    expect(withoutPanes(three, () => false)).toBe(three);
  });

  test('keeps exactly the panes that are not removed, in their order, with ids of their own', () => {
    fc.assert(
      fc.property(tree, fc.func(fc.boolean()), (root, isRemoved) => {
        const removed = new Set(
          panesOf(root)
            .filter(({ id }) => isRemoved(id))
            .map(({ id }) => id),
        );
        const kept = withoutPanes(root, ({ id }) => removed.has(id));
        expect(idsOf(kept)).toEqual(idsOf(root).filter((id) => !removed.has(id)));
        if (kept !== null) expect(hasDistinctIds(kept)).toBe(true);
      }),
    );
  });
});

describe('what a plan shows', () => {
  const four = split('s1', split('s2', leaf('p1'), leaf('p2')), split('s3', leaf('p3'), leaf('p4')));
  const shown = (panesPerLayout: number) =>
    shownByPlan({ root: four }, { ...TIER_RULES.elite.workspace, panesPerLayout });

  test('is the whole layout where it has as many panes, with no words', () => {
    for (const panes of [4, 5, MAX_PANES])
      expect(shown(panes)).toEqual({ root: four, withheld: [], text: null });
  });

  test('is the first panes in reading order where it has fewer, in a sentence with both numbers', () => {
    expect([idsOf(shown(3).root), shown(3).withheld.map(({ id }) => id)]).toEqual([
      ['p1', 'p2', 'p3'],
      ['p4'],
    ]);
    expect(shown(3).text).toBe(
      'Your plan shows 3 of the 4 panes of this layout. The others are kept and return with a larger plan.',
    );
    expect(shown(1).root).toEqual(leaf('p1'));
  });

  test('is nothing where it has no panes, and all are withheld', () => {
    expect([shown(0).root, shown(0).withheld.length]).toEqual([null, 4]);
  });
});

describe('a pane', () => {
  test.each<[string, ValueKind]>([
    ['id', { taken: ['a', '0', 'x'.repeat(16)], refused: ['', 'x'.repeat(17), 'A', 'a-b', 'a\n', 1, null] }],
    ['kind', wordOf(PANE_KINDS)],
    ['instrumentId', { taken: [1, 1_000_000], refused: [0, 1_000_001, 1.5, '1', null] }],
    ['timeframe', wordOf(['1m', '5m', '10m', '15m', '30m', '60m'])],
    ['link', orNull(wordOf(LINK_GROUPS))],
    ['settings', { taken: [{}, { vwap: true, scale: 1.5, note: '' }], refused: [[], 'vwap', null] }],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(pane, PANE, field, kind)).toEqual(kind);
  });

  test('lacks nothing and has nothing else', () => {
    expect(optionalPaths(pane, PANE)).toEqual([]);
    expect(faultsOf(pane, { ...PANE, title: 'x' })).toEqual(['unknown: title']);
  });

  test('has at most 32 settings, named by at most 32 letters and digits, with texts of at most 64', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, at]));
    expect(messagesOf(paneSettings, many(MAX_PANE_SETTINGS))).toEqual([]);
    expect(messagesOf(paneSettings, many(MAX_PANE_SETTINGS + 1))).toEqual([
      'expected at most 32 settings of a pane',
    ]);
    for (const [name, isName] of [
      ['a', true],
      [`a${'B'.repeat(31)}`, true],
      [`a${'B'.repeat(32)}`, false],
      ['A', false],
      ['1a', false],
      ['a_b', false],
      ['', false],
    ] as const)
      expect([name, paneSettings.safeParse({ [name]: true }).success]).toEqual([name, isName]);
    const values: ValueKind = {
      taken: [true, 0, -1.5, '', 'x'.repeat(64)],
      refused: ['x'.repeat(65), Number.NaN, Number.POSITIVE_INFINITY, null, [], {}],
    };
    expect(kindAt(paneSettings, { note: '' }, 'note', values)).toEqual(values);
  });

  test('takes no prototype by its settings', () => {
    const read = paneSettings.safeParse(JSON.parse('{"__proto__":{"admin":true}}'));
    expect(read.success ? Reflect.get(read.data, 'admin') : undefined).toBeUndefined();
  });
});

describe('a layout', () => {
  const LAYOUT = layoutOfTemplate('flow', 1);

  test.each<[string, ValueKind]>([
    ['version', { taken: [1], refused: [0, 2, '1', 1.5, null] }],
    [
      'name',
      {
        taken: ['x', 'x'.repeat(MAX_LAYOUT_NAME), ` ${'x'.repeat(MAX_LAYOUT_NAME)} `],
        refused: ['', ' ', 'x'.repeat(MAX_LAYOUT_NAME + 1), 'a\nb', '\u202ea', 'a\0', '\ud83d', 7, null],
      },
    ],
    ['template', orNull(wordOf(TEMPLATE_IDS))],
    ['links.A.timeframe', FLAG],
    ['root.split', wordOf(['row', 'column'])],
    [
      'root.share',
      { taken: [MIN_SHARE, 0.5, MAX_SHARE], refused: [0.0999, 0.9001, '0.5', Number.NaN, null] },
    ],
    ['root.first', { taken: [leaf('z1')], refused: [{}, { pane: null }, [leaf('z1')], PANE, null] }],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(layout, LAYOUT, field, kind)).toEqual(kind);
  });

  test('has at most six panes, and names of their own', () => {
    const row = (count: number): LayoutNode =>
      Array.from({ length: count - 1 }, (_, at) => at).reduce<LayoutNode>(
        (node, at) => split(`s${at}`, node, leaf(`q${at}`)),
        leaf('first'),
      );
    expect(messagesOf(layout, { ...LAYOUT, root: row(MAX_PANES) })).toEqual([]);
    expect(messagesOf(layout, { ...LAYOUT, root: row(MAX_PANES + 1) })).toEqual([
      'expected at most 6 panes, not 7',
    ]);
    expect(messagesOf(layout, { ...LAYOUT, root: split('s1', leaf('p1'), leaf('p1')) })).toEqual([
      'expected panes and splits with an id of their own each',
    ]);
  });

  test('that is broken within says what was expected and where', () => {
    const broken = changed(LAYOUT, 'root.first.second.pane.kind', 'gossip');
    expect(readLayout(broken).refused).toBe(
      'This layout cannot be read: expected a split of two, or a pane of a known kind, instrument and timeframe at root.',
    );
    expect(readLayout({ ...LAYOUT, links: { A: { timeframe: true } } }).refused).toMatch(/ at links\.B\.$/);
    expect(faultsOf(layout, changed(LAYOUT, 'links.D', { timeframe: true }))).toEqual(['unknown: links.D']);
  });

  test('of an older version is not called a newer one', () => {
    for (const version of [0, -1, '7', null])
      expect([version, readLayout({ ...LAYOUT, version }).refused]).toEqual([
        version,
        'This layout cannot be read: expected a layout of version 1: another one needs a newer release at version.',
      ]);
  });
});
