/** Deletes what is stored of a user's own feed while the account stays, connected or not. */
import type { DeletedOwnData } from '@undertow/contracts';
import type { AccountFeedLines, OwnData } from '#ports/account-feeds.ts';
import type { Clock } from '#ports/clock.ts';
import type { Recordings } from '#ports/recordings.ts';

export interface OwnDataParts {
  readonly accountFeedLines: Pick<AccountFeedLines, 'pausing'>;
  readonly ownData: OwnData;
  readonly recordings: Pick<Recordings, 'eraseOwner'>;
  readonly clock: Clock;
}

/**
 * The recordings first: one step takes them out of reach, so that after a kill no file is left whose key is gone. Whatever
 * fails is deleted by the next call.
 */
export function deleteOwnDataOf(
  { accountFeedLines, ownData, recordings, clock }: OwnDataParts,
  userId: string,
  requestId: string,
): Promise<DeletedOwnData> {
  return accountFeedLines.pausing(userId, async () => {
    const { count, bytes } = await recordings.eraseOwner(userId);
    const rows = await ownData.deleteAll(userId, clock.nowMs(), requestId);
    return { ...rows, recordings: count, recordingBytes: bytes };
  });
}
