/** One file of an import, and pure functions of its state. */
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
  /** All questions raised about the file so far: their controls stay when they are answered. */
  readonly questions: readonly ImportQuestion[];
  /** Read again with other answers at this moment. */
  readonly isRereading: boolean;
  /** Held against the journal at this moment; it may be saved anyway. */
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
    questions: [],
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
  // Exits without an entry may still complete trades of an earlier import
  if (preview.count === 0 && !(preview.fresh ?? 0))
    return 'The file contains no trades that can be imported.';
  if (preview.fresh === 0) return 'Nothing new: every trade in this file is already in the journal.';
  return null;
}

/** A file is saved automatically when it raised no questions, no row was rejected, and its own total equals ours. */
export function savesByItself(item: QueuedFile): boolean {
  const { preview, questions } = item;
  if (preview === null || reasonAgainst(item) !== null) return false;
  // A remembered mapping is not confirmed again; everything else is, with the last answer proposed
  const needsAnswers = questions.some(({ field }) => field !== 'mapping');
  return !needsAnswers && preview.rejectedCount === 0 && (preview.report.fileTotal?.matches ?? true);
}
