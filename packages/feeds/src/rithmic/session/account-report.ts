/**
 * The report of an account before its market data is needed: agreements that are not signed, and how many sessions it
 * may have.
 */
import { REPOSITORY_PLANT } from '#rithmic/wire/rithmic-wire.ts';
import { PlantSession } from './plant-session.ts';
import type { RithmicCredentials, RithmicGateway } from './rithmic-gateway.ts';

export interface AccountReport {
  /** Titles in the gateway's words; null where the gateway does not report them. */
  readonly unsignedAgreements: readonly string[] | null;
  /** Sessions that the login may have on the ticker plant at a time; null where the gateway does not report it. */
  readonly mostSessions: number | null;
}

interface ReportInput {
  readonly ticker: PlantSession;
  readonly gateway: RithmicGateway;
  readonly credentials: () => Promise<RithmicCredentials>;
}

const MAX_AGREEMENTS = 20;
const MAX_TITLE = 120;

/** Never rejects: a gateway that does not report is no failure of the login. */
export async function readAccountReport({ ticker, ...login }: ReportInput): Promise<AccountReport> {
  const [mostSessions, unsignedAgreements] = await Promise.all([
    readMostSessions(ticker).catch(() => null),
    readUnsigned(login).catch(() => null),
  ]);
  return { mostSessions, unsignedAgreements };
}

async function readMostSessions(ticker: PlantSession): Promise<number | null> {
  const answer = await ticker.request('RequestLoginInfo', {});
  const most = answer.kind === 'done' ? (answer.end.tpMaxSessionCount ?? 0) : 0;
  return most > 0 ? most : null;
}

async function readUnsigned(login: Omit<ReportInput, 'ticker'>): Promise<readonly string[] | null> {
  const plant = await PlantSession.open({ ...login, infraType: REPOSITORY_PLANT });
  try {
    const answer = await plant.request('RequestListUnacceptedAgreements', {});
    if (answer.kind === 'refused') return null;
    if (answer.kind === 'empty') return [];
    return [...answer.rows, answer.end]
      .flatMap(({ agreementId, agreementTitle }) => titleOf(agreementTitle ?? agreementId) ?? [])
      .slice(0, MAX_AGREEMENTS);
  } finally {
    await plant.close();
  }
}

/** Without what does not print. */
function titleOf(text: string | undefined): string | null {
  const title = (text ?? '').replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return title === '' ? null : title.slice(0, MAX_TITLE);
}
