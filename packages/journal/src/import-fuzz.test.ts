import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importFile } from './import-file.ts';
import { ImportRefusal } from './import-refusal.ts';
import { bytesOf, SAMPLE_EXPORTS } from './sample-exports-fixture.ts';

/** Inputs of the whole line, at more than a millisecond each; readers have their own, larger fuzz. */
const RUNS = process.env['LONG_TESTS'] === '1' ? 200_000 : 5_000;

const SEEDS = SAMPLE_EXPORTS.map((sample) => {
  const lines = new TextDecoder(sample.encoding).decode(bytesOf(sample)).split('\r\n');
  return { name: sample.name, lines };
});

/** Texts that have broken importers: numbers, dates and words where they do not belong. */
const POISON = [
  '',
  '-',
  '—',
  '0',
  '-0',
  '1e999',
  'NaN',
  '9'.repeat(40),
  '$(1,234.56)',
  '1.234,56 €',
  '31/02/2026 25:61:61',
  '0000-00-00',
  '2026-03-02T09:31:05Z',
  '=HYPERLINK("x")',
  '__proto__',
  'constructor',
  '"',
  ',',
  ';',
  '\t',
  '\u0000',
  '\ufeff',
  '<td>',
  '</table>',
  'Total',
  'Buy',
  'Sell',
] as const;

type Change = readonly [kind: number, line: number, cell: number, poison: number];
const change: fc.Arbitrary<Change> = fc.tuple(fc.nat(6), fc.nat(40), fc.nat(30), fc.nat(POISON.length - 1));

function changed(lines: readonly string[], [kind, at, cell, poison]: Change): string[] {
  if (lines.length === 0) return [POISON[poison] ?? ''];
  const line = at % lines.length;
  const text = lines[line] ?? '';
  const word = POISON[poison] ?? '';
  switch (kind) {
    case 0:
      return lines.filter((_, index) => index !== line);
    case 1:
      return [...lines.slice(0, line), text, ...lines.slice(line)];
    case 2:
      return lines.with(line, text.slice(0, cell * 3));
    case 3:
      return lines.map((each) => each.replaceAll(',', ';'));
    case 4:
      return [...lines.slice(line), ...lines.slice(0, line)];
    case 5:
      return lines.with(line, text.slice(0, cell * 2) + word + text.slice(cell * 2));
    default:
      return lines.with(line, withCell(text, cell, word));
  }
}

function withCell(text: string, cell: number, word: string): string {
  const cells = text.split(/(?<=[,;\t>])/);
  const at = cell % Math.max(1, cells.length);
  const end = /[,;\t]$/.exec(cells[at] ?? '')?.[0] ?? '';
  return cells.with(at, word + end).join('');
}

function outcomeOf(text: string, name: string): string {
  try {
    const { report, trades, questions } = importFile(new TextEncoder().encode(text), name, { zone: 'UTC' });
    expect(trades.filter(({ status }) => status === 'closed')).toHaveLength(report.trades);
    expect(report.net).toMatch(/^-?\d+\.\d{2,6}$/);
    expect(new Set(trades.map(({ key }) => key)).size).toBe(trades.length);
    for (const { quantity, exitMs, entryMs } of trades) {
      expect(quantity).toMatch(/^\d+(\.\d+)?$/);
      expect(exitMs === null || Number.isSafeInteger(exitMs)).toBe(true);
      expect(entryMs === null || Number.isSafeInteger(entryMs)).toBe(true);
    }
    return questions.length === 0 ? 'read' : 'asked';
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    // DAMAGED with a cause is a reader that broke.
    expect(error.cause).toBeUndefined();
    return 'refused';
  }
}

test('whatever is done to an export, the line reads it, asks, or refuses it in words', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(
      fc.nat(SEEDS.length - 1),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      (seed, changes) => {
        const { name, lines } = SEEDS[seed] as (typeof SEEDS)[number];
        seen.add(outcomeOf(changes.reduce(changed, lines).join('\n'), name));
      },
    ),
    { numRuns: RUNS },
  );
  expect(seen).toEqual(new Set(['read', 'asked', 'refused']));
}, 600_000);
