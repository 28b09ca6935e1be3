/** The outcome of an unknown table: no trades, and the question about its columns. */

import type { ImportOutcome } from '#model/import-model.ts';
import type { SourceFile } from '#model/source-file.ts';
import type { UnknownTable } from './choose-layout.ts';
import { importReport } from './import-report.ts';
import { layoutKeyOf, sampleOf } from './layout-sample.ts';

/** Nothing is imported until the columns are mapped by hand. */
export function unknownOutcome(source: SourceFile, { grid, headerRow }: UnknownTable): ImportOutcome {
  const text = 'This layout is not known. Which field is in which column?';
  return {
    report: importReport({
      file: source.name,
      platform: 'mapped',
      layout: 'Unknown layout',
      rowsRead: grid.rows.length - headerRow - 1,
      trades: [],
      rejected: [],
      skipped: [],
      warnings: [
        ...source.warnings,
        'This file does not match the export of any supported platform: nothing was imported.',
      ],
      assumptions: [],
      statedNet: null,
    }),
    trades: [],
    questions: [{ field: 'mapping', subject: '', text, options: [], blocking: true }],
    sample: sampleOf(grid, headerRow),
    books: [],
    unplaced: [],
    layoutKey: layoutKeyOf('mapped', grid, headerRow),
  };
}
