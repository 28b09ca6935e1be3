/**
 * Operations: processes, database, feed, mails, jobs, dead letters, detectors, backups, the licences of the venues, and
 * the report for the data contract.
 */
import type { OperationsFacts } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useOperations } from '#api/admin/operations.ts';
import { PlainTable } from '#features/admin/parts/plain-table.tsx';
import { formatBytes } from '#lib/format/bytes.ts';
import { formatSize } from '#lib/format/formats.ts';
import { useNow } from '#lib/hooks/use-now.ts';
import { QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FactList } from '#ui/layout/fact-list.tsx';
import { Note } from '#ui/layout/note.tsx';
import { DeadLettersCard } from './dead-letters-card.tsx';
import { DriftCard } from './drift-card.tsx';
import { EvaluationCard } from './evaluation-card.tsx';
import { JobsCard, MailsCard } from './failed-cards.tsx';
import { FeedCard } from './feed-card.tsx';
import { LicenceCard } from './licence-card.tsx';
import { RecordingsCard, SessionCard, SpendingCard } from './market-data-cards.tsx';
import { backupFacts, processFacts } from './operation-words.ts';
import { ProcessesCard } from './processes-card.tsx';
import { ReportCard } from './report-card.tsx';

function TrackChains({ facts }: { readonly facts: OperationsFacts }): ReactNode {
  const { chains, rows, faults } = facts.trackRecord;
  return (
    <Card title="Track record" note={faults.length === 0 ? 'all chains intact' : 'chain broken'}>
      <FactList
        facts={[
          ['Chains', formatSize(chains)],
          ['Rows', formatSize(rows)],
          ['Faults', faults.length === 0 ? 'none' : faults.join('; ')],
        ]}
      />
    </Card>
  );
}

interface CardsProps {
  readonly facts: OperationsFacts;
  readonly nowMs: number;
}

function Cards({ facts, nowMs }: CardsProps): ReactNode {
  const isAlone = facts.processes === null && facts.processesFault === null;
  return (
    <>
      <Card title="System" note={isAlone ? undefined : 'the process that answered'}>
        <FactList facts={processFacts(facts, nowMs)} />
        {facts.database.roleWarning === null ? null : (
          <div className="px-3.5 pb-3">
            <Note tone="bad" icon="warning">
              {facts.database.roleWarning}.
            </Note>
          </div>
        )}
      </Card>
      <Card title="Backup and drill">
        <FactList facts={backupFacts(facts)} />
        {facts.backup.drillFault === null ? null : (
          <div className="px-3.5 pb-3">
            <Note tone="bad" icon="warning">
              The latest restore drill failed. Do not rely on the backup until a restore succeeds.
            </Note>
          </div>
        )}
      </Card>
      <FeedCard feed={facts.feed} />
      <SessionCard feed={facts.feed} />
      <SpendingCard spending={facts.spending} />
      <RecordingsCard recordings={facts.recordings} />
      <MailsCard mails={facts.mails} />
      <JobsCard jobs={facts.jobs} />
      <DeadLettersCard facts={facts} />
      <TrackChains facts={facts} />
      <DriftCard drifting={facts.trackRecord.drifting} />
      <Card title="Database tables" note="largest first; row counts are estimates">
        <PlainTable
          label="Database tables, table"
          heads={['Table', 'Rows', 'Size']}
          numbers={[1, 2]}
          rows={facts.database.tables.map(({ name, rows, bytes }) => ({
            key: name,
            cells: [name, rows === null ? '–' : formatSize(rows), formatBytes(bytes)],
          }))}
        />
      </Card>
    </>
  );
}

export interface OperationsTabProps {
  /** The live track record, which another area draws. */
  readonly trackRecord: ReactNode;
}

export function OperationsTab({ trackRecord }: OperationsTabProps): ReactNode {
  const query = useOperations();
  const { data } = query;
  const nowMs = useNow(1000);
  return (
    <div className="admin-stack">
      {data === undefined ? (
        <section className="card" aria-label="Operations">
          <QueryState query={query} failed="The system status could not be loaded" rows={10} height={18} />
        </section>
      ) : (
        <>
          <ProcessesCard facts={data} nowMs={nowMs} />
          <div className="admin-columns">
            <Cards facts={data} nowMs={nowMs} />
            <ReportCard />
          </div>
        </>
      )}
      <LicenceCard />
      {trackRecord}
      <EvaluationCard />
    </div>
  );
}
