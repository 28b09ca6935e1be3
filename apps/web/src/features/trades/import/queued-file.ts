/** One file on its way into the journal, and the questions that are pure functions of it. */
import type { TradeImportDto } from '@undertow/contracts';
import type { ImportAnswers, ImportQuestion } from '@undertow/journal';
import { type FilePreview, openQuestions } from './file-preview.ts';
import type { ShownRefusal } from './refusal-words.ts';

export type Step = 'waiting' | 'reading' | 'preview' | 'saving' | 'saved' | 'undone' | 'refused';

export interface QueuedFile {
  readonly id: number;
  readonly file: File;
  readonly step: Step;
  readonly answers: ImportAnswers;
  readonly preview: FilePreview | null;
  /** Everything that was ever asked about the file: its controls stay when it is answered. */
  readonly asked: readonly ImportQuestion[];
  /** Read again with other answers at this moment. */
  readonly isRereading: boolean;
  /** Held against the journal at this moment; it may be saved all the same. */
  readonly isComparing: boolean;
  /** Why the newest answers could not be used; the preview is then that of the ones before. */
  readonly problem: string | null;
  readonly refusal: ShownRefusal | null;
  /** Share of the bytes that the server has, 0 to 1. */
  readonly progress: number;
  readonly saved: TradeImportDto | null;
}

export function queuedFile(id: number, file: File): QueuedFile {
  return {
    id,
    file,
    step: 'waiting',
    answers: {},
    preview: null,
    asked: [],
    isRereading: false,
    isComparing: false,
    problem: null,
    refusal: null,
    progress: 0,
    saved: null,
  };
}

/** True while the file holds up those behind it. */
export function isActive({ step }: QueuedFile): boolean {
  return step === 'reading' || step === 'preview' || step === 'saving';
}

/** Questions by field and subject, older ones first, each once. */
export function joinQuestions(
  before: readonly ImportQuestion[],
  added: readonly ImportQuestion[],
): readonly ImportQuestion[] {
  const fresh = added.filter(
    (one) => !before.some(({ field, subject }) => field === one.field && subject === one.subject),
  );
  return [...before, ...fresh];
}

/** Why the file cannot be imported now, in a sentence; null when it can. */
export function reasonAgainst({ preview, problem, isRereading }: QueuedFile): string | null {
  if (preview === null) return 'The file is not read yet.';
  if (problem !== null) return problem;
  if (isRereading) return 'Reading the file with your answers.';
  const open = openQuestions(preview);
  if (open.length > 0) return open[0]?.text ?? null;
  // Exits without an entry may still complete what an earlier import told
  if (preview.count === 0 && !(preview.fresh ?? 0)) return 'The file holds no trade that could be imported.';
  if (preview.fresh === 0) return 'Nothing new: every trade of this file is in the journal already.';
  return null;
}

/** A file saves by itself when nothing had to be asked, nothing was refused, and its own total is ours. */
export function savesByItself(item: QueuedFile): boolean {
  const { preview, asked } = item;
  if (preview === null || reasonAgainst(item) !== null) return false;
  // A mapping that is remembered is not asked again; everything else is, with the last answer as the offer
  const isAsked = asked.some(({ field }) => field !== 'mapping');
  return !isAsked && preview.rejectedCount === 0 && (preview.report.fileTotal?.matches ?? true);
}
