/** A read file before it is saved: platform, open questions, first rows, report, and the button that imports it. */
import { type ReactNode, useId } from 'react';
import { type FilePreview, openQuestions, PREVIEW_ROWS } from '#features/trades/import/file-preview.ts';
import type { ImportQueue } from '#features/trades/import/import-queue.ts';
import { PLATFORM_WORDS } from '#features/trades/import/import-words.ts';
import { type QueuedFile, reasonAgainst } from '#features/trades/import/queued-file.ts';
import { countOf, formatSize } from '#lib/format/formats.ts';
import { isZone, USER_ZONE } from '#lib/format/times.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/layout/note.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { ColumnMappingTable } from './column-mapping.tsx';
import { ImportReportBlock } from './import-report.tsx';
import { PreviewControls } from './preview-controls.tsx';
import { PreviewTable } from './preview-table.tsx';

export interface ImportPreviewProps {
  readonly item: QueuedFile;
  readonly preview: FilePreview;
  readonly queue: ImportQueue;
}

/** The zone of the file's times as far as it is known: they are then shown as they are in the file. */
function zoneOf({ answers }: QueuedFile, { questions }: FilePreview): string {
  // Until it is answered times are read as UTC
  if (questions.some(({ field }) => field === 'zone')) return 'UTC';
  return answers.zone !== undefined && isZone(answers.zone) ? answers.zone : USER_ZONE;
}

/** A platform was named whose layout this is not. */
function PlatformNote({ item, preview }: Pick<ImportPreviewProps, 'item' | 'preview'>): ReactNode {
  const { platform } = item.answers;
  const read = preview.report.platform;
  if (platform === undefined || platform === read || platform === 'mapped') return null;
  return (
    <Note tone="warn" icon="warning">
      The file does not look like one of {PLATFORM_WORDS[platform]}: it is read as {PLATFORM_WORDS[read]}.
    </Note>
  );
}

function LoadedLine({ item, preview, queue }: ImportPreviewProps): ReactNode {
  return (
    <div className="loaded-line">
      <span className="text-ok">
        <Icon name="check" size={16} />
      </span>
      <p className="min-w-0 grow">
        <span className="font-semibold" role="status">
          CSV data loaded ({formatSize(preview.report.rowsRead)} rows)
        </span>{' '}
        <span className="text-text-2">{item.file.name}</span>{' '}
        <span className="text-text-3">{preview.report.layout}</span>
      </p>
      <Button kind="ghost" size="small" onClick={() => queue.clear(item.id)}>
        Clear
      </Button>
    </div>
  );
}

function Questions({ id, preview }: { readonly id: string; readonly preview: FilePreview }): ReactNode {
  const open = openQuestions(preview);
  if (open.length === 0) return null;
  return (
    <ul id={id} className="open-questions" aria-label="To be answered">
      {open.map(({ field, subject, text }) => (
        <li key={`${field} ${subject}`}>{text}</li>
      ))}
    </ul>
  );
}

/** Null before the comparison with the journal. */
interface Counts {
  readonly fresh: number | null;
  readonly duplicates: number | null;
}

interface FootProps extends ImportPreviewProps {
  readonly counts: Counts;
  readonly questionsId: string;
}

type JournalCountsProps = Pick<FootProps, 'item' | 'preview' | 'counts'>;

/** What of the file is new, or why that is not known. */
function JournalCounts({ item, preview, counts }: JournalCountsProps): ReactNode {
  const { fresh, duplicates } = counts;
  const { completing, count, notCompared } = preview;
  if (fresh === null) {
    return (
      <>
        <span>
          <b>{formatSize(count)}</b> {count === 1 ? 'trade' : 'trades'}
        </span>
        <span className="text-text-2" role="status">
          {item.isComparing ? 'Comparing with the journal...' : null}
          {notCompared === null ? null : 'Duplicates will be found while saving'}
        </span>
      </>
    );
  }
  return (
    <>
      <span>
        <b>{formatSize(fresh)}</b> new
      </span>
      {completing === 0 ? null : (
        <span>
          <b>{formatSize(completing)}</b> of them {completing === 1 ? 'completes' : 'complete'} an earlier
          import
        </span>
      )}
      {duplicates ? (
        <span>
          <b>{formatSize(duplicates)}</b> {duplicates === 1 ? 'duplicate' : 'duplicates'} skipped
        </span>
      ) : null}
    </>
  );
}

function Foot({ item, preview, queue, counts, questionsId }: FootProps): ReactNode {
  const ownId = useId();
  const reason = reasonAgainst(item);
  const open = openQuestions(preview).length;
  // Open questions are above already
  const reasonId = open > 0 ? questionsId : ownId;
  const unseen = preview.report.rowsRead - PREVIEW_ROWS;
  return (
    <div className="preview-foot">
      <JournalCounts item={item} preview={preview} counts={counts} />
      {preview.rejectedCount === 0 ? null : (
        <span className="text-bad">
          <b>{formatSize(preview.rejectedCount)}</b> rejected
        </span>
      )}
      {open === 0 ? null : (
        <span className="text-warn">
          <b>{open}</b> {open === 1 ? 'question needs' : 'questions need'} an answer
        </span>
      )}
      {unseen > 0 ? <span className="text-text-3">Later rows are not shown</span> : null}
      <span className="grow" />
      <Button
        kind="primary"
        disabled={reason !== null}
        busy={item.isRereading}
        busyText="Reading..."
        aria-describedby={reason === null ? undefined : reasonId}
        onClick={() => void queue.save(item.id)}
      >
        Import {countOf(counts.fresh ?? preview.count, 'trade')}
      </Button>
      {reason === null || open > 0 ? null : (
        <p id={ownId} className="w-full text-text-2" role="status">
          {reason}
        </p>
      )}
    </div>
  );
}

export function ImportPreview({ item, preview, queue }: ImportPreviewProps): ReactNode {
  const questionsId = useId();
  const zone = zoneOf(item, preview);
  const { fresh, count } = preview;
  const counts = { fresh, duplicates: fresh === null ? null : Math.max(0, count - fresh) };
  const { mapping, platform } = item.answers;
  const isMapped =
    mapping !== undefined || platform === 'mapped' || item.questions.some(({ field }) => field === 'mapping');
  return (
    <section aria-label={`Preview of ${item.file.name}`} aria-busy={item.isRereading}>
      <LoadedLine item={item} preview={preview} queue={queue} />
      <Questions id={questionsId} preview={preview} />
      <PreviewControls
        item={item}
        preview={preview}
        onChange={(change) => void queue.answer(item.id, change)}
      />
      <PlatformNote item={item} preview={preview} />
      {isMapped ? (
        <ColumnMappingTable
          preview={preview}
          mapping={mapping}
          onChange={(changed) => void queue.answer(item.id, { mapping: changed })}
        />
      ) : null}
      <PreviewTable item={item} zone={zone} />
      <Foot item={item} preview={preview} queue={queue} counts={counts} questionsId={questionsId} />
      {preview.report.platform === 'mapped' && preview.count === 0 ? null : (
        <ImportReportBlock preview={preview} {...counts} zone={zone} />
      )}
    </section>
  );
}
