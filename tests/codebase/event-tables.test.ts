/** What is known of an event type is one row of one table: a second table would be one more file for each new detector. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DETECTORS } from '@undertow/detection';
import { EVENT_TYPES, FLOW_EVENT_TYPES, PATTERN_TYPES } from '@undertow/market';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: ['**/*.test.{ts,tsx}'],
});

/** Files with a table by type, each with the reason. */
const TABLES = {
  'packages/market/src/events/event-types.ts': 'the table of event types',
  'packages/detection/src/track-record/outcome-rules.ts': 'rules of patterns are functions of their evidence',
  'apps/server/src/modules/patterns/pattern-texts.ts': 'texts of patterns that the route sends',
  'apps/web/src/lib/words/words.ts': 'names of patterns where no response brings them',
};

/** The type requires a value of each: a new type does not compile without one. */
const COMPLETE =
  /(?<!Partial<)\bRecord<\s*(?:FlowEventType|PatternType)\b[^=]*=\s*\{|\{\s*(?:readonly )?\[\w+ in (?:FlowEventType|PatternType)\][^=]*=\s*\{|satisfies (?:Readonly<)?Record<\s*(?:FlowEventType|PatternType)\b/;

function hasTable(source: string): boolean {
  const keys = new Set([...source.matchAll(/(?:^|[{,])\s*['"]?(\w+)['"]?:/gm)].map(([, key]) => key));
  const hasAll = (types: readonly string[]): boolean => types.every((type) => keys.has(type));
  return COMPLETE.test(source) || hasAll(FLOW_EVENT_TYPES) || hasAll(PATTERN_TYPES);
}

test('a table by event type or pattern is recognised by its type or its keys, a part of one is not', () => {
  const every = FLOW_EVENT_TYPES.map((type) => `${type}: 1`).join(', ');
  const most = FLOW_EVENT_TYPES.slice(1).map((type) => `${type}: 1`);
  const tables = [
    `const A = { ${every} };`,
    'const A: Readonly<Record<FlowEventType, string | null>> = {',
    'const A: Readonly<\n  Record<PatternType, { readonly name: string }>\n> = {',
    'const A: { readonly [Type in FlowEventType]: string } = {',
    '} satisfies Record<FlowEventType, string>;',
  ];
  expect(tables.filter((text) => !hasTable(text))).toEqual([]);
  const others = [
    `const A = { ${most.join(', ')} };`,
    'const A: Partial<Record<FlowEventType, number>> = {};',
    'const A: Readonly<Record<FlowEventType, string>> = byEventType(name);',
  ];
  expect(others.filter(hasTable)).toEqual([]);
});

test('no source has a table by event type or pattern beside the known ones', () => {
  expect(SOURCES.length).toBeGreaterThan(1000);
  const found = SOURCES.filter((name) => hasTable(readFileSync(`${ROOT}${name}`, 'utf8')));
  expect(found.toSorted()).toEqual(Object.keys(TABLES).toSorted());
});

test.each(FLOW_EVENT_TYPES)(
  'the headline of %s is a model of its detectors, or the type is exact',
  (type) => {
    const { headline, certainty } = EVENT_TYPES[type];
    const models = DETECTORS.filter((detector) => detector.type === type).flatMap(
      (detector) => detector.models,
    );
    if (headline === null) expect(certainty.text).toMatch(/^Exact/);
    else expect(models.map(({ name }) => name)).toContain(headline);
  },
);
