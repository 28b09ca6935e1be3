/** No input keeps a validator busy: every pattern that it is matched against is linear by its shape. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decimalString, ROUTES, rowId, subscribeMessage } from '@undertow/contracts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { safeReturnTo } from '#modules/auth/return-to.ts';

const UNBOUNDED = /[*+]|\{\d+,\}/;
/** A group without nested groups, and its quantifier. */
const INNERMOST = /\((?:\?(?:[:=!]|<[=!]|<\w+>))?([^()]*)\)([*+?]|\{\d+(?:,\d*)?\})?/;

/**
 * True for a pattern whose work grows no faster than its text: nothing repeats what repeats or alternates inside it,
 * and at
 * most one part repeats without bound, so that there is no backtracking.
 */
function isLinear(source: string): boolean {
  let shape = source.replaceAll(/\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\./gi, 'a').replaceAll(/\[[^\]]*\]/g, 'a');
  for (let group = INNERMOST.exec(shape); group !== null; group = INNERMOST.exec(shape)) {
    const [whole, inner = '', quantifier = ''] = group;
    const repeats = UNBOUNDED.test(inner);
    if (UNBOUNDED.test(quantifier) && (repeats || inner.includes('|'))) return false;
    shape = shape.replace(whole, () => (repeats || UNBOUNDED.test(quantifier) ? 'a+' : 'a'));
  }
  return (shape.match(new RegExp(UNBOUNDED, 'g')) ?? []).length <= 1;
}

/** Patterns of a schema, wherever they are in it. */
function patternsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'pattern' && typeof value === 'string' ? [value] : patternsOf(value),
  );
}

/** Patterns in the code that handles requests. */
function patternsInCode(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '');
      const literals = text.matchAll(
        /[(=,:?!|&]\s*\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/[a-z]*[.,);\s]/g,
      );
      return [...literals].map(([, source = '']) => source);
    });
}

describe('T36 patterns', () => {
  test.each([
    ['(a+)+', false],
    ['^(?:\\d*)*$', false],
    ['(a|aa)+', false],
    ['\\s*a?\\s*', false],
    ['((a{2,})b){3,}', false],
    ['^[\\w+*-]{43}$', true],
    ['^-?\\d{1,15}(\\.\\d{1,9})?$', true],
    ['^/api/[^/]+/read$', true],
  ])('%s: linear is %s', (source, linear) => {
    expect(isLinear(source)).toBe(linear);
  });

  test('T36 every pattern of a contract is linear', () => {
    const schemas = ROUTES.flatMap(({ params, query, body }) => [params, query, body]);
    const json = [...schemas, subscribeMessage, decimalString, rowId]
      .filter((schema) => schema !== undefined)
      .map((schema) => z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }));
    const found = new Set(json.flatMap(patternsOf));
    expect(found).toContain('^[\\x21-\\x7e]{1,64}$');
    expect([...found].filter((source) => !isLinear(source))).toEqual([]);
  });

  test('T36 every pattern in the code that handles requests is linear', () => {
    const folders = ['..', '../../modules'].map((folder) => join(import.meta.dirname, folder));
    const found = new Set(folders.flatMap(patternsInCode));
    expect(found).toContain('^[\\w-]{43}$');
    expect(found).toContain('^\\/(?![/\\\\])[\\x21-\\x7e]*$');
    // Reads our own page at start, never a request
    found.delete('<script(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)<\\/script>');
    expect([...found].filter((source) => !isLinear(source))).toEqual([]);
  });
});

/** Ten kilobytes: longer than any field allows. */
const HOSTILE = ['0', '-', '1.', '/', '\\', ' ', '%', '9.9', '{"', '[', '2026-', '\u0000', 'é'].map((piece) =>
  piece.repeat(Math.ceil(10_000 / piece.length)),
);

test('T36 ten kilobytes are no id, no number and no return path', () => {
  for (const text of HOSTILE) {
    for (const schema of [rowId, decimalString, subscribeMessage]) {
      expect(schema.safeParse(text).success).toBe(false);
    }
    expect(safeReturnTo(text.replace(/^\//, 'x'))).toBe('/');
  }
});
