import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ImportedTrade, ImportReport } from '#model/import-model.ts';
import { ImportRefusal } from '#model/import-refusal.ts';
import { POISON } from '#testing/damaged-source.ts';
import { bytesOf, SAMPLE_EXPORTS } from '#testing/sample-exports.ts';
import { withoutHang } from '#testing/without-hang.ts';
import { importFile } from './import-file.ts';

/** Texts through the whole pipeline; `platforms/parser-fuzz` does as many for each platform's reader. */
const RUNS = process.env['LONG_TESTS'] === '1' ? 1_000_000 : 2_000;
const LONG_TIMEOUT_MS = 7_200_000;
const threadUsage = () => process.threadCpuUsage();

const SEEDS = SAMPLE_EXPORTS.map((sample) => {
  const lines = new TextDecoder(sample.encoding).decode(bytesOf(sample)).split('\r\n');
  return { name: sample.name, lines };
});

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

/** Plain checks: assertions would take longer than the pipeline itself. */
function checkTrades(trades: readonly ImportedTrade[], report: ImportReport): void {
  const isInstant = (timeMs: number | null): boolean => timeMs === null || Number.isSafeInteger(timeMs);
  const odd = trades.find(
    ({ quantity, exitMs, entryMs }) =>
      !/^\d+(\.\d+)?$/.test(quantity) || !isInstant(exitMs) || !isInstant(entryMs),
  );
  if (odd !== undefined) throw new Error(`trade ${JSON.stringify(odd)}`);
  const closed = trades.filter(({ status }) => status === 'closed').length;
  if (closed !== report.trades) throw new Error(`${closed} closed trades, and ${report.trades} reported`);
  if (!/^-?\d+\.\d{2,6}$/.test(report.net)) throw new Error(`net ${report.net}`);
  if (new Set(trades.map(({ key }) => key)).size !== trades.length) throw new Error('two trades of one key');
}

function outcomeOf(text: string, name: string): string {
  try {
    const { report, trades, questions } = importFile(new TextEncoder().encode(text), name, { zone: 'UTC' });
    checkTrades(trades, report);
    return questions.length === 0 ? 'read' : 'questioned';
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    // DAMAGED with a cause is an error of a reader.
    expect(error.cause).toBeUndefined();
    return 'refused';
  }
}

test(
  'a damaged export is read, leads to questions, or is refused with a message',
  () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.nat(SEEDS.length - 1),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        (seed, changes) => {
          const { name, lines } = SEEDS[seed] as (typeof SEEDS)[number];
          const text = changes.reduce(changed, lines).join('\n');
          seen.add(withoutHang(threadUsage, () => outcomeOf(text, name)));
        },
      ),
      { numRuns: RUNS },
    );
    expect(seen).toEqual(new Set(['read', 'questioned', 'refused']));
  },
  LONG_TIMEOUT_MS,
);
