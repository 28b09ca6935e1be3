/** Trees of panes: no change loses or doubles a pane, and undo brings a closed one back where it was. */
import {
  type Layout,
  type LayoutNode,
  layout,
  layoutOfTemplate,
  MAX_PANES,
  MAX_SHARE,
  MIN_SHARE,
  type Pane,
  panesOf,
} from '@undertow/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  changePanes,
  closePane,
  freeId,
  neighbourPane,
  paneById,
  resizeSplit,
  splitPane,
  undoClose,
} from './layout-edits.ts';
import { changePane, linkTimeframe } from './linked-changes.ts';
import { largestPane, placesOf } from './pane-places.ts';

const added: Omit<Pane, 'id'> = {
  kind: 'alerts',
  instrumentId: 1,
  timeframe: '5m',
  link: null,
  settings: {},
};

type Step =
  | { readonly kind: 'split'; readonly at: number; readonly right: boolean }
  | { readonly kind: 'close'; readonly at: number }
  | { readonly kind: 'resize'; readonly at: number; readonly share: number };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('split' as const), at: fc.nat(9), right: fc.boolean() }),
    fc.record({ kind: fc.constant('close' as const), at: fc.nat(9) }),
    fc.record({ kind: fc.constant('resize' as const), at: fc.nat(9), share: fc.double({ min: -1, max: 2 }) }),
  ),
  { maxLength: 20 },
);

const START = layoutOfTemplate('charts', 1);

/** Takes a step as the workspace does: no seventh pane, and the last one stays. */
function taken(root: LayoutNode, step: Step): { readonly root: LayoutNode; readonly change: 1 | 0 | -1 } {
  const panes = panesOf(root);
  const pane = panes[step.at % panes.length]!;
  if (step.kind === 'split') {
    if (panes.length === MAX_PANES) return { root, change: 0 };
    return { root: splitPane(root, pane.id, step.right ? 'right' : 'below', added), change: 1 };
  }
  if (step.kind === 'close') {
    const left = closePane(root, pane.id);
    return left === null ? { root, change: 0 } : { root: left, change: -1 };
  }
  const { bars } = placesOf(root);
  const bar = bars[step.at % Math.max(1, bars.length)];
  return { root: bar === undefined ? root : resizeSplit(root, bar.id, step.share), change: 0 };
}

test('whatever is split, closed and resized, each step changes the panes by exactly what it says', () => {
  fc.assert(
    fc.property(steps, (all) => {
      let root = START.root;
      for (const step of all) {
        const before = panesOf(root);
        const next = taken(root, step);
        const after = panesOf(next.root);
        expect(after).toHaveLength(before.length + next.change);
        // What is there before and after is the same pane, not a copy of it
        for (const pane of after.filter(({ id }) => before.some((one) => one.id === id)))
          expect(next.change === 1 || before.includes(pane)).toBe(true);
        root = next.root;
        expect(layout.safeParse({ ...START, root }).success).toBe(true);
      }
    }),
  );
});

test('places cover the whole and never overlap', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const root = all.reduce((node, step) => taken(node, step).root, START.root);
      const { panes, bars } = placesOf(root);
      const area = panes.reduce((sum, { place }) => sum + place.width * place.height, 0);
      expect(area).toBeCloseTo(1, 6);
      expect(bars).toHaveLength(panes.length - 1);
      for (const { place } of panes) {
        expect(place.width).toBeGreaterThan(0);
        expect(place.x + place.width).toBeLessThanOrEqual(1 + 1e-9);
        expect(place.y + place.height).toBeLessThanOrEqual(1 + 1e-9);
      }
    }),
  );
});

test('a separator stays within its bounds, and the other ones where they are', () => {
  const root = layoutOfTemplate('flow', 1).root;
  expect(resizeSplit(root, 's1', 5)).toMatchObject({ id: 's1', share: MAX_SHARE });
  expect(resizeSplit(root, 's1', Number.NEGATIVE_INFINITY)).toMatchObject({ share: MIN_SHARE });
  expect(resizeSplit(root, 'nobody', 0.3)).toBe(root);
  const inner = resizeSplit(root, 's5', 0.7);
  expect(placesOf(inner).bars.map(({ id, share }) => [id, share])).toEqual(
    placesOf(root).bars.map(({ id, share }) => [id, id === 's5' ? 0.7 : share]),
  );
});

test('the last pane closes to nothing, and one that is not there changes nothing', () => {
  const root: LayoutNode = { pane: { ...added, id: 'p1' } };
  expect(closePane(root, 'p1')).toBeNull();
  expect(closePane(root, 'p9')).toBe(root);
});

test('undo brings a closed pane back where it was, and beside another one where the tree has changed since', () => {
  const { root: before } = layoutOfTemplate('evidence', 1);
  const pane = paneById(before, 'p2');
  const after = closePane(before, 'p2');
  if (pane === undefined || after === null) throw new Error('the template has three panes');
  const closed = { pane, before, after };
  expect(undoClose(after, closed, 'p1')).toEqual(before);
  // A copy of the tree, as the server returns it, with what was changed in between
  const later = changePanes(structuredClone(resizeSplit(after, 's1', 0.4)), (one) => ({
    ...one,
    timeframe: '1m',
  }));
  const back = undoClose(later, closed, 'p1');
  expect(placesOf(back).bars.map(({ id, share }) => [id, share])).toEqual([
    ['s1', 0.4],
    ['s2', 0.65],
  ]);
  expect(panesOf(back).map(({ id, timeframe }) => [id, timeframe])).toEqual([
    ['p1', '1m'],
    ['p2', '10m'],
    ['p3', '1m'],
  ]);
  const elsewhere = undoClose(splitPane(after, 'p1', 'below', added), closed, 'p1');
  expect(panesOf(elsewhere).filter(({ kind }) => kind === 'evidence')).toHaveLength(1);
  expect(layout.safeParse({ ...START, root: elsewhere }).success).toBe(true);
});

test('new ids are the first free ones, and Tab ends at the last pane', () => {
  const { root } = layoutOfTemplate('evidence', 1);
  expect([freeId(root, 'p'), freeId(root, 's')]).toEqual(['p4', 's3']);
  expect(neighbourPane(root, 'p1', 1)?.id).toBe('p2');
  expect(neighbourPane(root, 'p3', 1)).toBeNull();
  expect(neighbourPane(root, 'p1', -1)).toBeNull();
});

test('the largest pane is the one that a new one halves', () => {
  expect(largestPane(placesOf(layoutOfTemplate('evidence', 1).root)).pane.id).toBe('p1');
});

const linked = (): Layout => layoutOfTemplate('evidence', 1);
const instruments = ({ root }: Layout) => panesOf(root).map(({ instrumentId }) => instrumentId);

test('a new instrument reaches every pane of the group and no other one', () => {
  const pinned = changePane(linked(), 'p3', { link: null });
  expect(instruments(changePane(pinned, 'p2', { instrumentId: 2 }))).toEqual([2, 2, 1]);
  expect(instruments(changePane(pinned, 'p3', { instrumentId: 2 }))).toEqual([1, 1, 2]);
});

test('a timeframe is of its pane alone until the group links it', () => {
  const timeframes = ({ root }: Layout) => panesOf(root).map(({ timeframe }) => timeframe);
  const own = changePane(linked(), 'p1', { timeframe: '1m' });
  expect(timeframes(own)).toEqual(['1m', '10m', '10m']);
  const together = linkTimeframe(own, 'A', true, 'p1');
  expect(timeframes(together)).toEqual(['1m', '1m', '1m']);
  expect(timeframes(changePane(together, 'p3', { timeframe: '30m' }))).toEqual(['30m', '30m', '30m']);
  expect(linkTimeframe(together, 'A', false, 'p1').links.A.timeframe).toBe(false);
});

test('a pane that joins a group takes the instrument of the group', () => {
  const pinned = changePane(changePane(linked(), 'p3', { link: null }), 'p3', { instrumentId: 7 });
  expect(instruments(changePane(pinned, 'p3', { link: 'A' }))).toEqual([1, 1, 1]);
  expect(instruments(changePane(pinned, 'p3', { link: 'B' }))).toEqual([1, 1, 7]);
});

test('changes of one pane leave the identity of the others', () => {
  const before = linked();
  const after = changePane(before, 'p1', { settings: { vwap: false } });
  expect(paneById(after.root, 'p2')).toBe(paneById(before.root, 'p2'));
  expect(changePanes(before.root, (pane) => pane)).toBe(before.root);
  expect(changePane(before, 'p9', { instrumentId: 3 })).toBe(before);
});
