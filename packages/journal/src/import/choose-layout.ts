/** Finds the reader of a file: platforms first, then files known to hold no trades, then the simple template. */
import type { ImportAnswers } from '#model/import-model.ts';
import { ImportRefusal } from '#model/import-refusal.ts';
import type { SourceFile, SourceGrid } from '#model/source-file.ts';
import type { PlatformReader, PlatformRegistry, Recognition } from '#platforms/reader/platform.ts';

export interface ChosenLayout {
  readonly reader: PlatformReader;
  readonly found: Recognition;
}

/** A table of an unknown layout. */
export interface UnknownTable {
  readonly grid: SourceGrid;
  readonly headerRow: number;
}

/**
 * The reader of a file and where it found its trades; for an unknown table, its position, to be mapped by hand. Throws
 * `ImportRefusal`: NOT_TRADES with the export that holds trades, UNKNOWN_LAYOUT for a file without a table.
 */
export function chooseLayout(
  source: SourceFile,
  answers: ImportAnswers,
  registry: PlatformRegistry,
): ChosenLayout | UnknownTable {
  const mapped = registry.mapped === null ? null : mostConfident(source, [registry.mapped]);
  if (answers.mapping !== undefined && mapped !== null) return mapped;
  const named = registry.platforms.filter(({ id }) => id === answers.platform);
  const platform = mostConfident(source, named) ?? mostConfident(source, registry.platforms);
  if (platform !== null) return platform;
  const refused = registry.refused.find((layout) => layout.recognise(source));
  if (refused !== undefined) throw new ImportRefusal('NOT_TRADES', refused.advice);
  const template = registry.template === null ? null : mostConfident(source, [registry.template]);
  if (template !== null) return template;
  if (mapped === null || !isTable(mapped.found)) throw new ImportRefusal('UNKNOWN_LAYOUT', noTable(source));
  return { grid: mapped.found.grid, headerRow: mapped.found.headerRow };
}

function mostConfident(source: SourceFile, readers: readonly PlatformReader[]): ChosenLayout | null {
  let best: ChosenLayout | null = null;
  for (const reader of readers)
    for (const found of reader.recognise(source))
      if (best === null || found.confidence > best.found.confidence) best = { reader, found };
  return best;
}

/** Minimum number of columns of a table of trades. */
const MIN_COLUMNS = 3;

function isTable({ grid, headerRow }: UnknownTable): boolean {
  const [header, ...rows] = grid.rows.slice(headerRow);
  return (
    header !== undefined &&
    filled(header.cells) >= MIN_COLUMNS &&
    rows.some(({ cells }) => filled(cells) >= MIN_COLUMNS && cells.some(isNumber))
  );
}

const filled = (cells: readonly string[]): number => cells.filter((cell) => cell !== '').length;

const isNumber = (cell: string): boolean => /^[-+]?\d[\d.,]*$/.test(cell);

/** Description of a file without a table. */
function noTable(source: SourceFile): string {
  const [first] = source.grids;
  const opening = first?.rows[0]?.cells.join(' ').trim().slice(0, 60) ?? '';
  const seems =
    opening === '' ? 'It contains no table.' : `It begins with “${opening}” and contains no table of trades.`;
  return `${source.name} is not a known trade export. ${seems} Accepted are exports of MT4, MT5, TradingView, cTrader, NinjaTrader, Tradovate, TopstepX, Rithmic, Sierra Chart, Quantower, ATAS and Interactive Brokers, as .csv, .txt, .htm, .html or .xlsx.`;
}
