/** The ports of the audit log's readers: searching it, and verifying that it was not changed. */
import type { AuditEntry } from './accounts.ts';

export interface AuditLogRow extends Omit<AuditEntry, 'action' | 'details'> {
  readonly number: number;
  readonly atMs: number;
  /** An action of the catalogue, or one of an earlier release. */
  readonly action: string;
  /** Null where they were erased with their user. */
  readonly details: AuditEntry['details'] | null;
  readonly hash: string;
}

export interface AuditQuery {
  readonly actor?: string | undefined;
  readonly subject?: string | undefined;
  /** An action or its prefix. */
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

/** The result of walking the chain; `fault` is null when it is intact. */
export interface AuditVerdict {
  readonly count: number;
  readonly fault: string | null;
}

export interface AuditHistory {
  /** Newest first. */
  search(query: AuditQuery): Promise<readonly AuditLogRow[]>;
  head(): Promise<AuditHead>;
  /**
   * Records the end of the chain in the file beside the database. Returns a fault where it does not continue from the
   * recorded end.
   */
  witness(): Promise<AuditHead & { readonly fault: string | null }>;
  /** Walks the chain from its first row, page by page. */
  verify(): Promise<AuditVerdict>;
}
