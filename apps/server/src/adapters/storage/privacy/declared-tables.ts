/** The tables that the source declares: what has a person's rows must be among those of `personal-data`. */

import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as accountTables from '#adapters/storage/tables/account-tables.ts';
import * as apiTables from '#adapters/storage/tables/api-tables.ts';
import * as backtestTables from '#adapters/storage/tables/backtest-tables.ts';
import * as billingTables from '#adapters/storage/tables/billing-tables.ts';
import * as bookTables from '#adapters/storage/tables/book-tables.ts';
import * as clusterTables from '#adapters/storage/tables/cluster-tables.ts';
import * as connectionTables from '#adapters/storage/tables/connection-tables.ts';
import * as controlTables from '#adapters/storage/tables/control-tables.ts';
import * as jobTables from '#adapters/storage/tables/job-tables.ts';
import * as journalTables from '#adapters/storage/tables/journal-tables.ts';
import * as newsTables from '#adapters/storage/tables/news-tables.ts';
import * as peopleTables from '#adapters/storage/tables/people-tables.ts';
import * as recoveryTables from '#adapters/storage/tables/recovery-tables.ts';
import * as tables from '#adapters/storage/tables/tables.ts';
import * as webhookTables from '#adapters/storage/tables/webhook-tables.ts';
import * as workspaceTables from '#adapters/storage/tables/workspace-tables.ts';

/** Every table that the source declares, by its name in the database. */
export function tablesByName(): ReadonlyMap<string, PgTable> {
  const files: readonly object[] = [
    tables,
    accountTables,
    apiTables,
    backtestTables,
    billingTables,
    bookTables,
    clusterTables,
    connectionTables,
    controlTables,
    jobTables,
    journalTables,
    peopleTables,
    recoveryTables,
    webhookTables,
    newsTables,
    workspaceTables,
  ];
  const found = files.flatMap((file): unknown[] => Object.values(file)).filter((value) => is(value, PgTable));
  return new Map(found.map((table) => [getTableName(table), table]));
}
