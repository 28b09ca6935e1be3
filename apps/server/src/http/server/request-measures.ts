/** How many requests were answered and how long they took, by route: a handful of series a route, and nothing of who asked. */
import type { FastifyInstance } from 'fastify';

/** Seconds. */
const BOUNDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface Timings {
  /** Requests at most as long as each bound. */
  readonly within: number[];
  count: number;
  seconds: number;
}

export interface RequestMeasures {
  /** In the text format of Prometheus, one line each. */
  lines(): readonly string[];
}

export function measureRequests(app: FastifyInstance): RequestMeasures {
  const answers = new Map<string, number>();
  const timings = new Map<string, Timings>();

  app.addHook('onResponse', async (request, reply) => {
    // The pattern of the route, never the address: ids would make a series each
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    const labels = `method="${request.method}",route="${route}"`;
    const key = `${labels},status="${Math.floor(reply.statusCode / 100)}xx"`;
    answers.set(key, (answers.get(key) ?? 0) + 1);
    const timing = timings.get(labels) ?? { within: BOUNDS.map(() => 0), count: 0, seconds: 0 };
    timings.set(labels, timing);
    const seconds = reply.elapsedTime / 1000;
    timing.count += 1;
    timing.seconds += seconds;
    for (const [index, bound] of BOUNDS.entries())
      if (seconds <= bound) timing.within[index] = (timing.within[index] ?? 0) + 1;
  });

  const histogram = 'undertow_http_request_seconds';
  return {
    lines: () => [
      '# TYPE undertow_http_requests_total counter',
      ...[...answers].map(([labels, count]) => `undertow_http_requests_total{${labels}} ${count}`),
      `# TYPE ${histogram} histogram`,
      ...[...timings].flatMap(([labels, { within, count, seconds }]) => [
        ...BOUNDS.map((bound, index) => `${histogram}_bucket{${labels},le="${bound}"} ${within[index]}`),
        `${histogram}_bucket{${labels},le="+Inf"} ${count}`,
        `${histogram}_sum{${labels}} ${seconds}`,
        `${histogram}_count{${labels}} ${count}`,
      ]),
    ],
  };
}
