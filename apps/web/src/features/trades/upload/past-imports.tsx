/** What was imported before, each with a way to take it back. */
import type { TradeImportDto } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useTradeImports, useUndoImport } from '#api/journal/trade-imports.ts';
import { platformWord } from '#features/trades/import/import-words.ts';
import { countOf, formatAmount, formatSize } from '#lib/format/formats.ts';
import { formatDateTime } from '#lib/format/times.ts';
import { Button } from '#ui/controls/button.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';

const SHOWN = 5;

/** `41 trades, 4 duplicates skipped, 1 rejected`. */
export function importCounts({ imported, completed, duplicates, rejected }: TradeImportDto): string {
  const parts = [countOf(imported, 'trade')];
  if (completed > 0) parts.push(`${formatSize(completed)} completing an earlier import`);
  if (duplicates > 0) parts.push(`${countOf(duplicates, 'duplicate')} skipped`);
  if (rejected > 0) parts.push(`${formatSize(rejected)} rejected`);
  return parts.join(', ');
}

function UndoDialog({
  item,
  onClose,
}: {
  readonly item: TradeImportDto;
  readonly onClose: () => void;
}): ReactNode {
  const undo = useUndoImport();
  const start = (): void =>
    undo.mutate(item.id, {
      onSuccess: ({ removed }) => {
        toast({ title: 'Import Undone', text: `Trades removed: ${removed}.` });
        onClose();
      },
      onError: (error) => toastError(error, 'Undo Failed'),
    });
  return (
    <ConfirmDialog
      title="Undo this import?"
      text={`The ${countOf(item.imported, 'trade')} of ${item.fileName} are removed from the journal, including those you have changed since, with their notes and tags.`}
      keep="Keep trades"
      confirm="Undo import"
      busy={undo.isPending}
      busyText="Undoing..."
      onConfirm={start}
      onClose={onClose}
    />
  );
}

function ImportRow({
  item,
  onUndo,
}: {
  readonly item: TradeImportDto;
  readonly onUndo: () => void;
}): ReactNode {
  return (
    <li className="import-row">
      <div className="min-w-0 grow">
        <p className="font-medium break-words">{item.fileName}</p>
        <p className="t-12 text-text-3">
          {formatDateTime(Date.parse(item.importedAt))}, {platformWord(item.platform)}, {importCounts(item)},{' '}
          {formatAmount(item.net, item.currency, { signed: true })} net
        </p>
      </div>
      {item.undoneAt === null ? (
        <Button size="small" aria-label={`Undo import of ${item.fileName}`} onClick={onUndo}>
          Undo
        </Button>
      ) : (
        <Badge>Undone</Badge>
      )}
    </li>
  );
}

/** Nothing until there was an import. */
export function PastImports(): ReactNode {
  const { data } = useTradeImports();
  const [undoing, setUndoing] = useState<TradeImportDto | null>(null);
  const [isWhole, setWhole] = useState(false);
  if (data === undefined || data.length === 0) return null;
  return (
    <details className="past-imports">
      <summary>Past imports ({formatSize(data.length)})</summary>
      <ul>
        {(isWhole ? data : data.slice(0, SHOWN)).map((item) => (
          <ImportRow key={item.id} item={item} onUndo={() => setUndoing(item)} />
        ))}
      </ul>
      {isWhole || data.length <= SHOWN ? null : (
        <Button kind="ghost" size="small" onClick={() => setWhole(true)}>
          Show all {formatSize(data.length)}
        </Button>
      )}
      {undoing === null ? null : <UndoDialog item={undoing} onClose={() => setUndoing(null)} />}
    </details>
  );
}
