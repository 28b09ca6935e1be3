/** A pane sees the crosshairs of the others, never its own, and withdraws only what it set. */
import { expect, test } from 'vitest';
import { watch } from '#lib/state/observable.ts';
import { LinkBus } from './link-bus.ts';
import { sharedPoint } from './use-shared-point.ts';

const at = { atMs: 1_764_000_000_000, priceTicks: 18_266 };

test('a crosshair reaches the other panes of its link as it moves, and not its own pane', () => {
  const { point } = new LinkBus().group('A');
  const [chart, ladder] = [sharedPoint(point, 'p1'), sharedPoint(point, 'p2')];
  const seen: unknown[] = [];
  const stop = watch(ladder.linked, (linked) => seen.push(linked?.priceTicks ?? null));
  chart.onPoint(at);
  chart.onPoint({ ...at, priceTicks: 18_267 });
  expect(chart.linked.get()).toBeNull();
  chart.onPoint(null);
  stop();
  chart.onPoint(at);
  expect(seen).toEqual([null, 18_266, 18_267, null]);
});

test('a pane that has no crosshair any more leaves that of another pane', () => {
  const { point } = new LinkBus().group('A');
  const [chart, ladder] = [sharedPoint(point, 'p1'), sharedPoint(point, 'p2')];
  chart.onPoint(at);
  ladder.onPoint(null);
  expect(ladder.linked.get()).toMatchObject(at);
  ladder.onPoint(at);
  expect([chart.linked.get()?.priceTicks, ladder.linked.get()]).toEqual([18_266, null]);
});
