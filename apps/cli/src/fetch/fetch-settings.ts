/** The settings of `undertow fetch`, by the names that the server has for them: the key is never an argument. */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  DATABENTO_HISTORY_URL,
  historyUrlFault,
  microdollarsOf,
  type SpendingBudget,
  spendingLedgerPath,
} from '@undertow/feeds';
import { InputError } from '#terminal/terminal.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface FetchSettings {
  readonly key: string;
  readonly dataset: string;
  readonly url: string;
  readonly budget: SpendingBudget;
  readonly ledgerPath: string;
  /** Where files come to be by default. */
  readonly folder: string;
}

const MAX_KEY_BYTES = 16 * 1024;
const WRITTEN_BY_OTHERS = 0o002;

/** Throws `InputError` for a setting that cannot be used, with its name and what was expected. */
export function fetchSettings(environment: Environment = process.env): FetchSettings {
  const read = (name: string, byDefault: string): string => environment[name] || byDefault;
  const dataset = read('DATABENTO_DATASET', 'GLBX.MDP3');
  if (!/^[A-Z0-9]{1,8}\.[A-Z0-9]{1,7}$/.test(dataset))
    throw new InputError(`DATABENTO_DATASET ${dataset}: expected a dataset such as GLBX.MDP3`);
  const url = read('DATABENTO_HISTORY', DATABENTO_HISTORY_URL);
  const fault = historyUrlFault(url);
  if (fault !== null) throw new InputError(`DATABENTO_HISTORY ${url}: ${fault}`);
  const dataDir = resolve(read('DATA_DIR', '.data'));
  return {
    key: keyOf(environment),
    ...{ dataset, url },
    budget: {
      dayMicrodollars: dollars('DATABENTO_DAY_DOLLARS', environment),
      monthMicrodollars: dollars('DATABENTO_MONTH_DOLLARS', environment),
    },
    ledgerPath: spendingLedgerPath(dataDir),
    folder: join(dataDir, 'history', dataset),
  };
}

function dollars(name: string, environment: Environment): number {
  const text = environment[name] || '0';
  const microdollars = microdollarsOf(text);
  if (microdollars === null) throw new InputError(`${name} ${text}: expected dollars such as 25 or 12.50`);
  return microdollars;
}

function keyOf(environment: Environment): string {
  const { DATABENTO_KEY: key = '', DATABENTO_KEY_FILE: path = '' } = environment;
  if (key !== '' && path !== '')
    throw new InputError('DATABENTO_KEY and DATABENTO_KEY_FILE are both set, expected one of them');
  if (key !== '') return key;
  if (path === '')
    throw new InputError(
      'expected the key of Databento in the environment: DATABENTO_KEY_FILE, the file that holds it, or DATABENTO_KEY',
    );
  const { size, mode } = statSync(path);
  if (size > MAX_KEY_BYTES)
    throw new InputError(`DATABENTO_KEY_FILE ${path}: expected at most ${MAX_KEY_BYTES} bytes`);
  if ((mode & WRITTEN_BY_OTHERS) !== 0)
    throw new InputError(
      `DATABENTO_KEY_FILE ${path}: expected a file that other accounts cannot write (chmod 400)`,
    );
  return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
}
