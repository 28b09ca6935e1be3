/** Heartbeats of a login both ways, and what becomes of the messages that it receives. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openListened } from '#testing/listened-plant.ts';
import { MemoryGateway, MORE, NO_DATA, OK, pass, settle } from '#testing/memory-gateway.ts';

let gateway: MemoryGateway;
beforeEach(() => {
  gateway = new MemoryGateway();
});
afterEach(() => gateway.close());

const listened = () => openListened(gateway);
const count = (name: string) => gateway.peers[0]?.requests.filter((one) => one === name).length;

describe('heartbeats', () => {
  test.each([
    ['30 s: more often than the gateway requires', 30, 2500],
    ['4 s: twice in the interval', 4, 2000],
    ['a hundredth of a second: no more than ten a second', 0.01, 100],
    ['none: as often as without a limit', undefined, 2500],
    ['zero: as often as without a limit', 0, 2500],
    ['below zero: as often as without a limit', -5, 2500],
    ['no number: as often as without a limit', Number.NaN, 2500],
  ])('with an interval of %s', async (_, heartbeatInterval, everyMs) => {
    gateway.script.RequestLogin = () => [
      { ...OK, ...(heartbeatInterval === undefined ? {} : { heartbeatInterval }) },
    ];
    await listened();
    await pass(everyMs - 1);
    expect(count('RequestHeartbeat')).toBe(1);
    await pass(1);
    expect(count('RequestHeartbeat')).toBe(2);
    await pass(everyMs * 4);
    expect(count('RequestHeartbeat')).toBe(6);
  });

  test('that are answered are signs of life, one each', async () => {
    const { listener } = await listened();
    await pass(10_000);
    expect([listener.alive, listener.ends]).toEqual([5, []]);
  });

  test('without an answer for more than seven seconds end the connection at the next beat', async () => {
    gateway.script.RequestHeartbeat = () => [];
    const { listener } = await listened();
    await pass(7499);
    expect(listener.ends).toEqual([]);
    await pass(1);
    expect(listener.ends.map(({ fault, message }) => [fault, message])).toEqual([
      ['gateway_down', 'no heartbeat answered within 7000 ms'],
    ]);
    await pass(10_000);
    // Those of 0, 2.5 and 5 seconds
    expect([count('RequestHeartbeat'), listener.ends.length]).toEqual([3, 1]);
  });

  test('of which one is answered late keep the connection', async () => {
    let answers = 0;
    gateway.script.RequestHeartbeat = () => {
      answers += 1;
      return answers % 3 === 0 ? [OK] : [];
    };
    const { listener } = await listened();
    await pass(60_000);
    expect(listener.ends).toEqual([]);
  });

  test.each([[['beat 7']], [undefined]])(
    'of the gateway with the label %j are answered with it',
    async (userMsg) => {
      await listened();
      gateway.peers[0]?.send('RequestHeartbeat', userMsg === undefined ? {} : { userMsg });
      await settle();
      const [answer] = gateway.peers[0]?.all('ResponseHeartbeat') ?? [];
      expect(answer).toEqual({
        templateId: 19,
        rpCode: ['0'],
        ...(userMsg === undefined ? {} : { userMsg }),
      });
    },
  );
});

describe('messages', () => {
  test('that answer a request are its answer, those that answer none are pushed', async () => {
    const { plant, listener } = await listened();
    gateway.script.RequestListUnacceptedAgreements = (_, peer) => {
      peer.send('LastTrade', { symbol: 'ESZ6' });
      return [{ ...MORE, agreementTitle: 'one' }, OK];
    };
    const answer = await plant.request('RequestListUnacceptedAgreements', {});
    expect(answer).toMatchObject({ kind: 'done', rows: [{ agreementTitle: 'one' }], end: OK });
    expect(listener.pushed.map(({ name }) => name)).toEqual(['LastTrade']);
  });

  test('of different requests do not mix, however they are ordered', async () => {
    const { plant } = await listened();
    const labels: string[] = [];
    gateway.script.RequestReferenceData = ({ userMsg = [], symbol = '' }, peer) => {
      labels.push(userMsg[0] ?? '');
      // The second is answered first
      if (labels.length === 2) {
        peer.send('ResponseReferenceData', { userMsg: [labels[1] ?? ''], ...OK, symbol });
        peer.send('ResponseReferenceData', { userMsg: [labels[0] ?? ''], ...NO_DATA });
      }
      return [];
    };
    const answers = await Promise.all(
      ['ESZ6', 'NQZ6'].map((symbol) => plant.request('RequestReferenceData', { symbol })),
    );
    expect(answers).toMatchObject([{ kind: 'empty' }, { kind: 'done', end: { symbol: 'NQZ6' } }]);
    expect(new Set(labels).size).toBe(2);
  });

  test('of unknown templates are counted, and nothing else happens', async () => {
    const { plant, listener } = await listened();
    // Field 154467 with the value 358, an update that production sends
    const body = [0x98, 0xb6, 0x4b, 0xe6, 0x02];
    for (let times = 0; times < 3; times += 1) gateway.peers[0]?.raw(Uint8Array.from([0, 0, 0, 5, ...body]));
    await settle();
    expect([plant.unknownTemplates, listener.pushed, listener.ends]).toEqual([3, [], []]);
  });

  test('of a reply that was cut continue under the label of their request', async () => {
    const { plant } = await listened();
    gateway.script.RequestTimeBarReplay = () => [{ ...MORE, marker: 60 }, { requestKey: 'k1' }];
    gateway.script.RequestResumeBars = ({ userMsg = [], requestKey = '' }, peer) => {
      peer.send('ResponseTimeBarReplay', { userMsg, ...MORE, marker: requestKey === 'k1' ? 120 : 0 });
      peer.send('ResponseTimeBarReplay', { userMsg, ...OK });
      return [OK];
    };
    const answer = await plant.request('RequestTimeBarReplay', {}, (key, id) => plant.resume(key, id));
    expect(answer).toMatchObject({ kind: 'done', rows: [{ marker: 60 }, { marker: 120 }] });
  });
});
