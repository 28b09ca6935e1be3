/** How long a server lets others wait: requests that start at fixed instants, independent of earlier ones. */
import { Agent, get } from 'node:http';
import { quantile } from '#measurements/order-of-values.ts';

export interface Waits {
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export interface Probed {
  /** Requested in turn. */
  readonly paths: readonly string[];
  readonly everyMs: number;
  readonly cookie: string;
}

export interface Counted {
  /** Of those that succeeded. */
  readonly waits: Waits;
  readonly failures: readonly Error[];
}

export interface Probe {
  /** Ends it when the last request has its answer; rejects when one failed. */
  stop(): Promise<Waits>;
  /** Ends it too; what failed is counted. */
  count(): Promise<Counted>;
}

function waitsOf(waits: readonly number[]): Waits {
  const [p50Ms, p99Ms, maxMs] = [0.5, 0.99, 1].map((share) => quantile(waits, share)) as [
    number,
    number,
    number,
  ];
  return { requests: waits.length, p50Ms, p99Ms, maxMs };
}

/** An answer counts from the instant at which its request was due: a client that waits hides what others wait for. */
export function startProbe(origin: string, { paths, everyMs, cookie }: Probed): Probe {
  const agent = new Agent({ keepAlive: true });
  const waits: number[] = [];
  const failures: Error[] = [];
  const open = new Set<Promise<void>>();
  const startMs = performance.now();
  let sent = 0;

  const send = (dueMs: number): void => {
    const answered = requestOnce(agent, `${origin}${paths[sent % paths.length]}`, cookie)
      .then(
        () => void waits.push(performance.now() - dueMs),
        (error: Error) => void failures.push(error),
      )
      .finally(() => open.delete(answered));
    open.add(answered);
  };
  const timer = setInterval(() => {
    for (; startMs + sent * everyMs <= performance.now(); sent += 1) send(startMs + sent * everyMs);
  }, everyMs / 4);

  const count = async (): Promise<Counted> => {
    clearInterval(timer);
    await Promise.all(open);
    agent.destroy();
    return { waits: waitsOf(waits), failures };
  };
  return {
    count,
    async stop() {
      const counted = await count();
      const [failure] = counted.failures;
      if (failure !== undefined) throw failure;
      return counted.waits;
    },
  };
}

/** Rejects where the answer is no success. Sent again where the server closed a connection that was kept for the next one. */
function requestOnce(agent: Agent, url: string, cookie: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent, headers: { cookie } }, (answer) => {
      answer.resume();
      answer.on('error', reject);
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${answer.statusCode}`));
      });
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(requestOnce(agent, url, cookie));
      else reject(error);
    });
  });
}
