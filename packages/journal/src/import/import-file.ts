/** One file of a trading platform, bytes to trades and report. */
import type { ImportAnswers, ImportOutcome, PackedFills } from '#model/import-model.ts';
import { ImportRefusal } from '#model/import-refusal.ts';
import { readSource } from '#read/files/read-source.ts';
import {
  type DraftedRows,
  draftRows,
  outcomeOf,
  type RecognisedRows,
  recogniseRows,
} from './import-source.ts';

/**
 * Reads and imports a file. `name` is the file's name, whose ending separates text from workbook. `earlier` are
 * executions of earlier imports in the books of this file: they are paired together, as if they came in one export.
 * Throws `ImportRefusal` and nothing else: an unexpected error of a reader is refused as a damaged file, with its
 * cause.
 */
export function importFile(
  bytes: Uint8Array,
  name: string,
  answers: ImportAnswers = {},
  earlier: readonly PackedFills[] = [],
): ImportOutcome {
  try {
    return outcomeOf(draftsOf(bytes, name, answers, earlier));
  } catch (error) {
    if (error instanceof ImportRefusal) throw error;
    const refusal = new ImportRefusal(
      'DAMAGED',
      `${name} cannot be read as a trade export: it seems to be damaged.`,
    );
    refusal.cause = error;
    throw refusal;
  }
}

/** Separate calls, so that the file is freed before drafts are created, and its rows before trades are. */
function draftsOf(
  bytes: Uint8Array,
  name: string,
  answers: ImportAnswers,
  earlier: readonly PackedFills[],
): DraftedRows | ImportOutcome {
  return draftRows(rowsOf(bytes, name, answers), earlier);
}

function rowsOf(bytes: Uint8Array, name: string, answers: ImportAnswers): RecognisedRows | ImportOutcome {
  const options = answers.encoding === undefined ? {} : { encoding: answers.encoding };
  return recogniseRows(readSource(bytes, name, options), answers);
}
