/** What is shown at each web process: the same at all of them, and nothing that is younger than the plan allows. */
import { expect, test } from 'vitest';
import type { Person, Watch } from '#tests/cluster/cluster-person.ts';
import type { ClusterWorld } from '#tests/cluster/cluster-world.ts';
import { bookMs, until } from '#tests/cluster/watched-market.ts';

const BASIC_DELAY_MS = 15 * 60_000;
const MINUTE_MS = 60_000;

interface Bar {
  readonly timestamp: string;
  readonly complete: boolean;
}

const BARS = '/api/market-data?instrumentId=1&timeframe=1m&limit=500';
const EVENTS = '/api/order-flow-events?instrumentId=1&limit=100';

/** Closed bars of a person at a web process. */
async function closedBars(person: Person, web: string): Promise<readonly Bar[]> {
  const { status, body } = await person.get(web, BARS);
  if (status !== 200) throw new Error(`expected bars of ${web}: ${status} ${JSON.stringify(body)}`);
  return (body as Bar[]).filter(({ complete }) => complete);
}

/** Minutes that are missing between the first bar and the last one. */
function holes(bars: readonly Bar[]): readonly string[] {
  return bars.flatMap(({ timestamp }, at) => {
    const before = bars[at - 1];
    const isNext = before === undefined || Date.parse(timestamp) - Date.parse(before.timestamp) === MINUTE_MS;
    return isNext ? [] : [`${before.timestamp} to ${timestamp}`];
  });
}

/** Age of the youngest instant that a socket received, when it was received. */
function youngest(watch: Watch): number {
  const ages = [
    ...watch
      .of('market_data')
      .flatMap(({ atMs, message: { asOf, data } }) =>
        [asOf, data.timestamp].map((at) => atMs - Date.parse(at)),
      ),
    ...watch
      .of('order_book')
      .flatMap(({ atMs, message: { asOf, data } }) =>
        [asOf, ...data.map(({ timestamp }) => timestamp)].map((at) => atMs - Date.parse(at)),
      ),
  ];
  return Math.min(...ages);
}

export function viewFacts(worldOf: () => ClusterWorld): void {
  test('both web processes show the same bars, book and events', async () => {
    const { cluster, pro } = worldOf();
    const [one, two] = await Promise.all(cluster.webs.map((web) => pro.watch(web)));
    if (one === undefined || two === undefined) throw new Error('expected two web processes');
    await until('a live book at both', () => [one, two].every((watch) => watch.of('order_book').length > 20));
    const fromMs = Math.max(...[one, two].map((watch) => watch.received[0]?.atMs ?? 0)) + 500;
    const toMs = bookMs(one);
    await until('both past one instant', () => bookMs(two) > toMs && bookMs(one) > toMs);
    // A socket gets the newest state at its own pace: of each change of the book that both were sent, it is the same book
    const booksOf = (watch: typeof one) =>
      new Map(
        watch.of('order_book').flatMap(({ message }) => {
          const [first] = message.data;
          const changedMs = Date.parse(first?.timestamp ?? '');
          return changedMs > fromMs && changedMs < toMs ? [[first?.timestamp, message.data] as const] : [];
        }),
      );
    const [books, others] = [booksOf(one), booksOf(two)];
    const shared = [...books].filter(([at]) => others.has(at));
    expect(shared.length).toBeGreaterThan(2);
    for (const [at, book] of shared) expect(others.get(at)).toEqual(book);
    for (const watch of [one, two]) watch.socket.close();

    const bars = await Promise.all(cluster.webs.map((web) => closedBars(pro, web)));
    const last = Math.min(...bars.map((rows) => Date.parse(rows.at(-1)?.timestamp ?? '')));
    const [first, second] = bars.map((rows) => rows.filter(({ timestamp }) => Date.parse(timestamp) <= last));
    expect(first?.length).toBeGreaterThan(25);
    expect(second).toEqual(first);
    expect(holes(first ?? [])).toEqual([]);

    await until('the same events at both', async () => {
      const answers = await Promise.all(cluster.webs.map((web) => pro.get(web, EVENTS)));
      const texts = answers.map(({ body }) => JSON.stringify(body));
      return texts[0] !== '[]' && texts[0] === texts[1];
    });
  });

  test('no plan gets at any process what is younger than its delay', async () => {
    const { cluster, basic, free } = worldOf();
    for (const web of cluster.webs) {
      const [delayed, none] = await Promise.all([basic.watch(web), free.watch(web)]);
      await until('a delayed bar', () => delayed.of('market_data').length > 0);
      expect(youngest(delayed)).toBeGreaterThanOrEqual(BASIC_DELAY_MS);
      const bars = await closedBars(basic, web);
      expect(Date.now() - Date.parse(bars.at(-1)?.timestamp ?? '')).toBeGreaterThanOrEqual(
        BASIC_DELAY_MS + MINUTE_MS,
      );
      expect(holes(bars)).toEqual([]);
      const refused = await free.get(web, BARS);
      expect(refused.status).toBe(403);
      expect(none.received.filter(({ message }) => 'data' in message && message.type !== 'error')).toEqual(
        [],
      );
      for (const { socket } of [delayed, none]) socket.close();
    }
  });

  test('a web process that was killed begins with the whole delayed view, without a hole', async () => {
    const { cluster, basic, pro } = worldOf();
    const [web, other] = cluster.webs;
    const before = await closedBars(basic, web);
    const killed = cluster.signal('web-1', 'SIGKILL');
    await cluster.untilBack(killed);
    const [after, same] = await Promise.all([closedBars(basic, web), closedBars(basic, other)]);
    const end = Date.parse(before.at(-1)?.timestamp ?? '');
    expect(after.filter(({ timestamp }) => Date.parse(timestamp) <= end)).toEqual(before);
    expect(holes(after)).toEqual([]);
    const last = Math.min(...[after, same].map((rows) => Date.parse(rows.at(-1)?.timestamp ?? '')));
    const upTo = (rows: readonly Bar[]) => rows.filter(({ timestamp }) => Date.parse(timestamp) <= last);
    expect(upTo(after)).toEqual(upTo(same));
    const delayed = await basic.watch(web);
    await until('a delayed bar', () => delayed.of('market_data').length > 0);
    expect(youngest(delayed)).toBeGreaterThanOrEqual(BASIC_DELAY_MS);
    delayed.socket.close();
    expect(await closedBars(pro, web)).toEqual(await closedBars(pro, other));
  });
}
