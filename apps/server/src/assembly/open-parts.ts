/** Opens what the server is assembled from, each from its settings. */
import type { FeedSource } from '@undertow/market';
import type { Logger } from 'pino';
import { createSpendingFile } from '#adapters/databento/spending-file.ts';
import { openFileFlowStore } from '#adapters/flow/file-flow-store.ts';
import { OpenIdConnect } from '#adapters/identity/open-id-connect.ts';
import { LEXICON_SCORER } from '#adapters/news/lexicon-scorer.ts';
import { createModelScorer } from '#adapters/news/model-scorer.ts';
import { createNewsSources } from '#adapters/news/read-source.ts';
import { openFileRecordings } from '#adapters/recordings/file-recordings.ts';
import { createOwnerSeal } from '#adapters/secrets/owner-seal.ts';
import type { Database } from '#adapters/storage/database/database.ts';
import { auditRoleWarning } from '#adapters/storage/database-roles/audit-reach.ts';
import type { Stores } from '#adapters/storage/stores.ts';
import type { Config } from '#config/config.ts';
import { isLoopbackUrl } from '#config/web-address.ts';
import { createSessions, type Sessions } from '#http/session/session.ts';
import { eventWindowCodec } from '#live/tape/event-window-codec.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { HeadlineScorer } from '#ports/news/headline-scorer.ts';
import type { FlowStore, Recordings } from '#ports/recordings.ts';
import type { TrackStore } from '#ports/track-store.ts';

export function openFlowStore(
  { recordings: { flowRoot: root, isOn, limits } }: Config,
  log: Logger,
): FlowStore {
  return openFileFlowStore({ root, isOn, days: limits.days, log });
}

export function openRecordings({ recordings, feed }: Config, log: Logger): Recordings {
  const databentoDataset = feed.kind === 'databento' ? feed.dataset : '';
  return openFileRecordings({ ...recordings, databentoDataset, log });
}

export function createIdentity({ oidc, publicOrigin }: Config, log: Logger) {
  return new OpenIdConnect({
    ...oidc,
    redirectUri: `${publicOrigin}/api/callback`,
    allowHttp: oidc.issuer.startsWith('http:') && isLoopbackUrl(oidc.issuer),
    onDiscoveryFailure: (error) => log.warn({ err: error }, 'identity issuer not found yet'),
  });
}

export function openSessions({ publicOrigin }: Config, stores: Stores, bus: Bus, clock: Clock): Sessions {
  const secure = publicOrigin.startsWith('https:');
  return createSessions({ ...stores, store: stores.sessionStore, clock, bus, secure });
}

export function openSpending({ dataDir, databentoBudget: budget }: Config, clock: Clock, log: Logger) {
  return createSpendingFile({ dataDir, budget, nowMs: () => clock.nowMs(), log });
}

/** A chain that was tampered with is logged as an error, and the server starts: refusing would not repair the chain. */
export async function reportTrackRecord(trackStore: TrackStore, log: Logger): Promise<void> {
  try {
    const broken = (await trackStore.verifyHeads()).filter(({ fault }) => fault !== null);
    if (broken.length > 0) log.error({ broken }, 'the track record was changed from outside');
  } catch (error) {
    log.error({ err: error }, 'the track record could not be verified');
  }
}

/** In production the server's role should be one that cannot change what it wrote into the audit log. */
export async function lookAtRole(
  { production }: Config,
  log: Logger,
  database: Database,
): Promise<string | null> {
  const warning = production ? await auditRoleWarning(database) : null;
  if (warning !== null) log.warn(warning);
  return warning;
}

/** Null without the keys of account logins: no account feed can be connected then. */
export function sealingOf({ rithmic }: Config) {
  return rithmic && { seal: createOwnerSeal(rithmic.keys), windowCodec: eventWindowCodec };
}

/** Null without these keys: webhooks cannot be added then. */
export function webhookSealOf({ webhooks: { keys } }: Config) {
  return keys && createOwnerSeal(keys, 'webhook_keys');
}

/** The lexicon where no endpoint is set. */
export function openScorer({ news }: Config): HeadlineScorer {
  return news.scorer === null ? LEXICON_SCORER : createModelScorer(news.scorer);
}

/** What reads the news. Addresses of this machine are for the sandbox: only the operator's settings can name one. */
export function openNews(
  config: Config,
  { news, newsScores: scores, marketStore }: Stores,
  source: FeedSource,
) {
  const { sources: set, everyMs } = config.news;
  return {
    ...{ set, everyMs, news, scores, marketStore, scorer: openScorer(config) },
    sources: createNewsSources({ allowsLoopback: isLoopbackUrl }),
    source,
  };
}
