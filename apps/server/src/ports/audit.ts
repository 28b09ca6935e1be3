/** The ports of the audit log's readers: searching it, and proving that it is the one that was written. */
import type { AuditEntry } from './accounts.ts';

export interface AuditLogRow extends Omit<AuditEntry, 'action' | 'details'> {
  readonly number: number;
  readonly atMs: number;
  /** Of the catalogue, or of one that was. */
  readonly action: string;
  /** Null where they went with their person. */
  readonly details: AuditEntry['details'] | null;
  readonly hash: string;
}

export interface AuditQuery {
  readonly actor?: string | undefined;
  readonly subject?: string | undefined;
  /** An action or how it begins. */
  readonly action?: string | undefined;
  /** Days in London as YYYY-MM-DD, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Rows before this number. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** The end of the chain. */
export interface AuditHead {
  readonly count: number;
  readonly hash: string;
}

/** What a walk over the chain found; `fault` is null when it is whole. */
export interface AuditVerdict {
  readonly count: number;
  readonly fault: string | null;
}

export interface AuditHistory {
  /** Newest first. */
  search(query: AuditQuery): Promise<readonly AuditLogRow[]>;
  head(): Promise<AuditHead>;
  /** Notes the end of the chain in the file beside the database. With a fault, where it does not go on from what the file knows. */
  witness(): Promise<AuditHead & { readonly fault: string | null }>;
  /** Walks the chain from its first row, page by page. */
  verify(): Promise<AuditVerdict>;
}
