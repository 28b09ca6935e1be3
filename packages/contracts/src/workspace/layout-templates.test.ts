/** Templates of layouts, names of copies, and layouts as they are stored and changed. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultsOf, partOf } from '#testing/schema-faults.ts';
import { INSTANT, orNull, POSITIVE, ROW_ID, TEXT, type ValueKind } from '#testing/value-kinds.ts';
import { kindAt } from '#testing/wire-values.ts';
import { MAX_LAYOUT_BYTES, MAX_LAYOUT_NAME, TEMPLATE_IDS } from './layout.ts';
import { createLayout, saveLayout, storedLayout } from './layout-routes.ts';
import { LAYOUT_TEMPLATES, layoutOfTemplate, nameWith } from './layout-templates.ts';
import { panesOf } from './layout-tree.ts';

describe('a template', () => {
  test('is on one instrument, linked in one group, with timeframes that do not follow', () => {
    for (const id of TEMPLATE_IDS) {
      const made = layoutOfTemplate(id, 7);
      expect(panesOf(made.root).map(({ link, instrumentId }) => [link, instrumentId])).toEqual(
        panesOf(made.root).map(() => ['A', 7]),
      );
      expect(Object.values(made.links).map(({ timeframe }) => timeframe)).toEqual([false, false, false]);
      expect([made.template, made.name]).toEqual([id, LAYOUT_TEMPLATES.find((one) => one.id === id)?.name]);
      expect(layoutOfTemplate(id, 7, 'Mine').name).toBe('Mine');
    }
  });

  test.each([
    ['charts', ['chart 10m', 'chart 1m']],
    ['evidence', ['chart 10m', 'evidence 10m', 'alerts 10m']],
    ['profile', ['profile 30m', 'chart 10m', 'tape 10m']],
    ['flow', ['chart 1m', 'footprint 5m', 'depth 1m', 'tape 10m', 'evidence 10m', 'ladder 10m']],
  ] as const)('%s has in reading order %j', (id, panes) => {
    expect(
      panesOf(layoutOfTemplate(id, 1).root).map(({ kind, timeframe }) => `${kind} ${timeframe}`),
    ).toEqual(panes);
  });

  test('has a name that can be that of a layout, and a description, each of its own', () => {
    expect(LAYOUT_TEMPLATES.map(({ id }) => id)).toEqual([...TEMPLATE_IDS]);
    for (const field of ['name', 'description'] as const)
      expect(new Set(LAYOUT_TEMPLATES.map((one) => one[field])).size).toBe(TEMPLATE_IDS.length);
  });
});

test('a name with words after it is still a name, and keeps the words', () => {
  expect(nameWith('Flow', 'copy')).toBe('Flow copy');
  expect(nameWith('x'.repeat(40), 'copy')).toBe(`${'x'.repeat(35)} copy`);
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom('copy', '(2)'),
      (name, words) => {
        const made = nameWith(name, words);
        expect([made.endsWith(` ${words}`), made.length <= MAX_LAYOUT_NAME, made.isWellFormed()]).toEqual([
          true,
          true,
          true,
        ]);
      },
    ),
  );
});

describe('a stored layout', () => {
  const STORED = {
    ...{ id: 'ly_1', version: 3, savedAt: '2026-11-20T16:51:55.000Z', copyOf: null },
    ...{ layout: layoutOfTemplate('charts', 1), refused: null },
  };

  test.each<[string, ValueKind]>([
    ['id', ROW_ID],
    ['version', POSITIVE],
    ['savedAt', INSTANT],
    ['copyOf', orNull(ROW_ID)],
    ['layout', orNull({ taken: [STORED.layout], refused: [{}, [], 'charts', null] })],
    ['refused', orNull(TEXT)],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(storedLayout, STORED, field, kind)).toEqual(kind);
  });

  test('is created as a whole, and changed on the version that it is based on', () => {
    const body = { basedOn: 3, layout: STORED.layout };
    expect(kindAt(partOf(saveLayout.body), body, 'basedOn', POSITIVE)).toEqual(POSITIVE);
    expect(faultsOf(partOf(createLayout.body), { layout: STORED.layout, basedOn: 3 })).toEqual([
      'unknown: basedOn',
    ]);
    const saved = { saved: STORED, replaced: { ...STORED, copyOf: 'ly_0' } };
    expect(saveLayout.response.parse(saved)).toEqual(saved);
    expect(saveLayout.response.parse({ saved: STORED, replaced: null }).replaced).toBeNull();
    expect([createLayout.mostBytes, saveLayout.mostBytes]).toEqual([MAX_LAYOUT_BYTES, MAX_LAYOUT_BYTES]);
  });
});
