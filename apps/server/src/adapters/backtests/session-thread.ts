/** The thread that reads the recordings of one session. */
import { parentPort, workerData } from 'node:worker_threads';
import { zstdCompressSync } from 'node:zlib';
import { factsBytes, type SessionFacts } from '@undertow/backtest';
import type { SessionTask } from '#ports/backtests/backtests.ts';
import { readSession } from './read-session.ts';
import type { SessionNews } from './thread-messages.ts';

const post = (news: SessionNews): void => parentPort?.postMessage(news);

function packed(facts: SessionFacts) {
  const { tradingDay, contract, spans } = facts;
  const gaps = spans.filter(({ kind }) => kind === 'gap').length;
  return { tradingDay, contract, gaps, facts: zstdCompressSync(factsBytes(facts)) };
}

try {
  const facts = await readSession(workerData as SessionTask, (fraction) =>
    post({ kind: 'progress', fraction }),
  );
  post({ kind: 'read', read: facts === null ? null : packed(facts) });
} catch (error) {
  post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
}
