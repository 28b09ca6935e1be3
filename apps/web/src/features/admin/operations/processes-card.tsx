/** The processes of a cluster: what each owns, how it does, and whether every lease has one owner. */
import type { ClusterProcess, OperationsFacts, ProcessFindings } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { formatBytes } from '#lib/format/bytes.ts';
import { formatShare } from '#lib/format/formats.ts';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { EmptyBlock } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Note } from '#ui/layout/note.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import {
  lagText,
  loadText,
  ownershipFaults,
  ownershipOf,
  rolesText,
  shortId,
  upText,
} from './process-words.ts';

const COLUMNS = [
  ...['Role', 'Process', 'Version', 'Leases and load'],
  ...(['Lag', 'CPU', 'Memory', 'Up'] as const).map((title) => [title, 'num'] as const),
];

interface ProcessProps {
  readonly process: ClusterProcess;
  readonly findings: ProcessFindings;
  readonly nowMs: number;
}

/** Marked where a newer one runs beside it. */
function Version({ process: { version }, findings: { upgrade } }: Omit<ProcessProps, 'nowMs'>): ReactNode {
  if (upgrade === null || upgrade.version === version)
    return <span className="font-cond font-medium">{version}</span>;
  return (
    <Badge tone="warn" label="older">
      {version}
    </Badge>
  );
}

function Lag({ process: { id, lagMs }, findings }: Omit<ProcessProps, 'nowMs'>): ReactNode {
  if (!findings.behind.includes(id)) return lagText(lagMs);
  return (
    <Badge tone="warn" label="behind the market">
      {lagText(lagMs)}
    </Badge>
  );
}

function ProcessName({ process: { id, address, pid } }: Pick<ProcessProps, 'process'>): ReactNode {
  return (
    <span className="process-name">
      <span title={id}>{shortId(id)}</span> <span>{address}</span> <span>pid {pid}</span>
    </span>
  );
}

function ProcessRow({ process, findings, nowMs }: ProcessProps): ReactNode {
  return (
    <tr>
      <th scope="row">{process.roles.join(', ')}</th>
      <td>
        <ProcessName process={process} />
      </td>
      <td>
        <Version process={process} findings={findings} />
      </td>
      <td className="process-load">{loadText(process)}</td>
      <td className="num">
        <Lag process={process} findings={findings} />
      </td>
      <td className="num text-text-2">{formatShare(process.cpuShare)}</td>
      <td className="num text-text-2">{formatBytes(process.residentBytes)}</td>
      <td className="num text-text-3">{upText(process, nowMs)}</td>
    </tr>
  );
}

/** The same as an item of a list, where a table would have to be pushed sideways. */
function ProcessItem({ process, findings, nowMs }: ProcessProps): ReactNode {
  return (
    <li className="process-item">
      <p>
        <b className="font-medium">{process.roles.join(', ')}</b>
        <Version process={process} findings={findings} />
        <span className="grow" />
        {process.lagMs === null ? null : (
          <>
            <span className="text-text-3">lag</span> <Lag process={process} findings={findings} />
          </>
        )}
      </p>
      <p className="text-text-2">{loadText(process)}</p>
      <p className="t-12 text-text-3">
        CPU {formatShare(process.cpuShare)}, {formatBytes(process.residentBytes)}, up {upText(process, nowMs)}
      </p>
      <p className="text-text-3">
        <ProcessName process={process} />
      </p>
    </li>
  );
}

function Ownership({ findings }: Pick<ProcessProps, 'findings'>): ReactNode {
  const [tone, text] = ownershipOf(findings);
  return (
    <Badge tone={tone}>
      {tone === 'plain' ? null : <Icon name={tone === 'ok' ? 'check' : 'warning'} size={11} />}
      {text}
    </Badge>
  );
}

function Upgrade({ upgrade }: Pick<ProcessFindings, 'upgrade'>): ReactNode {
  if (upgrade === null) return null;
  const { version, done, of } = upgrade;
  const text = `Upgrade to ${version}: ${done} of ${of}`;
  return (
    <span className="process-upgrade">
      {text}
      <progress value={done} max={of} aria-label={text} />
    </span>
  );
}

interface ListProps {
  readonly processes: readonly ClusterProcess[];
  readonly findings: ProcessFindings;
  readonly nowMs: number;
}

function ProcessList({ processes, findings, nowMs }: ListProps): ReactNode {
  const isPhone = useMedia(PHONE);
  if (isPhone)
    return (
      <ul aria-label="Processes">
        {processes.map((one) => (
          <ProcessItem key={one.id} process={one} findings={findings} nowMs={nowMs} />
        ))}
      </ul>
    );
  return (
    <ScrollRegion label="Processes, table">
      <table className="table process-table">
        <TableHead columns={COLUMNS} />
        <tbody>
          {processes.map((one) => (
            <ProcessRow key={one.id} process={one} findings={findings} nowMs={nowMs} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

export interface ProcessesCardProps {
  readonly facts: Pick<OperationsFacts, 'processes' | 'processesFault' | 'processFindings'>;
  readonly nowMs: number;
}

/** Nothing for a process on its own. */
export function ProcessesCard({ facts, nowMs }: ProcessesCardProps): ReactNode {
  const { processes, processesFault, processFindings: findings } = facts;
  if (processesFault !== null)
    return (
      <Card title="Processes">
        <div className="px-3.5 py-3">
          <Note tone="warn" icon="warning">
            {processesFault}, so the other processes are not known. The list returns by itself; the rest of
            this page is of the process that answered.
          </Note>
        </div>
      </Card>
    );
  if (processes === null || findings === null) return null;
  const faults = ownershipFaults(findings, processes);
  return (
    <Card
      title="Processes"
      note={
        <span className="process-head">
          {rolesText(processes)}
          {processes.length === 0 && faults.length === 0 ? null : <Ownership findings={findings} />}
        </span>
      }
      actions={<Upgrade upgrade={findings.upgrade} />}
    >
      {faults.length === 0 ? null : (
        <div className="process-faults">
          {faults.map((fault) => (
            <Note key={fault} tone="bad" icon="warning">
              {fault}
            </Note>
          ))}
        </div>
      )}
      {processes.length === 0 ? (
        <EmptyBlock
          title="No process is listed"
          text="Every process announces itself once a second; the log of one that cannot says why."
        />
      ) : (
        <ProcessList processes={processes} findings={findings} nowMs={nowMs} />
      )}
    </Card>
  );
}
