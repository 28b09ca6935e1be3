/** Nothing is recorded, and nothing was bought: for tests of everything else. */
import type { AppParts } from '#assembly/app-parts.ts';
import { AppError } from '#failures/app-error.ts';

const over = (): Promise<never> => Promise.reject(new AppError('REPLAY_OVER'));

export const NO_RECORDINGS: Pick<AppParts, 'recordings' | 'spending' | 'marketReplays'> = {
  marketReplays: {
    ranges: async () => ({ earliest: null, latest: new Date(0).toISOString(), spans: [] }),
    open: () => Promise.reject(new AppError('REPLAY_NOT_RECORDED')),
    act: over,
    close: async () => undefined,
  },
  recordings: {
    openInstant: () => Promise.resolve(null),
    list: () => Promise.resolve([]),
    eraseOwner: () => Promise.resolve({ count: 0, bytes: 0 }),
    status: () => ({
      ...{ isOn: false, sessions: [], usedBytes: null, maxBytes: 5e9 },
      ...{ records: 0, failures: 0, prunedForBudget: 0 },
    }),
  },
  spending: { read: () => [] },
};
