/** What was answered before, for a file that is read now; and what of its answers is worth keeping. */
import type { ImportAnswersDto, TradeAccountDto } from '@undertow/contracts';
import {
  type ColumnMapping,
  type ImportAnswers,
  type ImportQuestion,
  MAPPED_FIELDS,
  PLATFORM_IDS,
} from '@undertow/journal';
import type { RememberedAnswers } from '#api/journal/trade-imports.ts';
import type { FilePreview } from './file-preview.ts';
import type { QueuedFile } from './queued-file.ts';

function mappingOf({ mapping }: ImportAnswersDto): ColumnMapping | undefined {
  if (mapping === undefined) return undefined;
  const columns = MAPPED_FIELDS.flatMap((field) => {
    const column = mapping.columns[field];
    return column === undefined ? [] : [[field, column] as const];
  });
  return { columns: Object.fromEntries(columns), pnl: mapping.pnl };
}

/** Answers of the wire in the journal's words; fields and platforms that it does not know are left out. */
function answersOf(given: ImportAnswersDto): ImportAnswers {
  const platform = PLATFORM_IDS.find((id) => id === given.platform);
  return { ...given, platform, mapping: mappingOf(given) };
}

/** The accounts that a file is about; one without a name where it names none. */
export function accountsOf(preview: FilePreview, answers: ImportAnswers): readonly string[] {
  const named = preview.report.accounts.filter((account) => account !== '');
  return named.length > 0 ? named : [answers.account ?? ''];
}

/** Remembered answers to the file's questions: of its layout first, then of its account. */
export function rememberedFor(
  preview: FilePreview,
  { accounts, mappings }: RememberedAnswers,
): ImportAnswers {
  const layout = mappings.find(({ layoutKey }) => layoutKey === preview.layoutKey);
  const ofLayout = layout === undefined ? {} : answersOf(layout.answers);
  const needs = (field: ImportQuestion['field']): boolean =>
    preview.questions.some((question) => question.field === field);
  const account = accountsOf(preview, ofLayout)
    .map((name) => accounts.find((one) => one.account === name))
    .find((one) => one !== undefined);
  const zone = needs('zone') ? (ofLayout.zone ?? account?.zone ?? undefined) : undefined;
  const currency = needs('currency') ? (ofLayout.currency ?? account?.currency) : undefined;
  const all: ImportAnswers = { ...ofLayout, zone, currency };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** The accounts with the zone and currency that were given for them; the rest of their settings stays. */
export function accountsToKeep(
  { preview, answers }: QueuedFile,
  kept: readonly TradeAccountDto[],
): readonly TradeAccountDto[] {
  if (preview === null || (answers.zone === undefined && answers.currency === undefined)) return [];
  return accountsOf(preview, answers).map((account) => {
    const before = kept.find((one) => one.account === account);
    return {
      account,
      zone: answers.zone ?? before?.zone ?? null,
      currency: answers.currency ?? before?.currency ?? preview.report.currency,
      startBalance: before?.startBalance ?? null,
      rules: before?.rules ?? null,
    };
  });
}

/** What is kept by layout: the mapping, and how its numbers and dates read. Accounts and symbols differ by file. */
export function layoutToKeep({
  preview,
  answers,
}: QueuedFile): { readonly layoutKey: string; readonly answers: ImportAnswersDto } | null {
  const { mapping, pointValues, dateOrder, decimalMark, encoding } = answers;
  if (preview === null || (mapping === undefined && pointValues === undefined)) return null;
  return {
    layoutKey: preview.layoutKey,
    answers: {
      ...(mapping === undefined
        ? {}
        : { mapping: { columns: { ...mapping.columns } as Record<string, number>, pnl: mapping.pnl } }),
      ...(pointValues === undefined ? {} : { pointValues: { ...pointValues } }),
      ...(dateOrder === undefined ? {} : { dateOrder }),
      ...(decimalMark === undefined ? {} : { decimalMark }),
      ...(encoding === undefined ? {} : { encoding }),
    },
  };
}
