/** A socket to a gateway: how connecting fails, what of the bytes is a message, and that it ends once and with one reason. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RithmicError } from '#rithmic/wire/rithmic-error.ts';
import { RITHMIC_CODEC } from '#rithmic/wire/rithmic-wire.ts';
import { frameOf } from '#rithmic/wire/wire-codec.ts';
import { MemoryGateway, pass, settle } from '#testing/memory-gateway.ts';
import { WireSocket } from './wire-socket.ts';

let gateway: MemoryGateway;
let received: string[];
let ends: RithmicError[];
beforeEach(() => {
  gateway = new MemoryGateway();
  received = [];
  ends = [];
});
afterEach(() => gateway.close());

/** What a message is named by: its symbol, or its name where it has none. */
const connect = (address: { readonly uri: string; readonly ca: string | null } = gateway.address) =>
  WireSocket.connect(address, {
    onMessage: ({ name, message }) => {
      const symbol = 'symbol' in message ? message.symbol : undefined;
      received.push(typeof symbol === 'string' ? symbol : name);
    },
    onDown: (error) => ends.push(error),
  });
const trade = (symbol: string) => frameOf(RITHMIC_CODEC.encode('LastTrade', { symbol }));

describe('connecting', () => {
  test.each(['ws://gateway.test', 'https://gateway.test', 'gateway.test', ''])(
    'to "%s" is refused before anything leaves',
    async (uri) => {
      await expect(connect({ uri, ca: null })).rejects.toMatchObject({
        fault: 'certificate',
        message: 'expected a wss: address of the gateway',
      });
      expect(gateway.attempts).toEqual([]);
    },
  );

  test('checks the certificate, against the authority that is given where one is', async () => {
    await connect();
    await connect({ ...gateway.address, ca: 'an authority' });
    expect(gateway.attempts).toMatchObject([
      { rejectUnauthorized: true, servername: 'gateway.test' },
      { rejectUnauthorized: true, servername: 'gateway.test', ca: 'an authority' },
    ]);
    expect(gateway.attempts[0]).not.toHaveProperty('ca');
  });

  test('requests no compression', async () => {
    await connect();
    expect(gateway.peers[0]?.socket.extensions).toBe('');
  });

  test.each([
    ['ECONNREFUSED', 'gateway_down'],
    ['ENOTFOUND', 'gateway_down'],
    ['ECONNRESET', 'gateway_down'],
    ['ETIMEDOUT', 'gateway_down'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['HOSTNAME_MISMATCH', 'certificate'],
    ['SUBJECT_ISSUER_MISMATCH', 'certificate'],
  ])('that fails with %s is %s, and names the code', async (code, fault) => {
    gateway.failure = code;
    const error: unknown = await connect().catch((cause: unknown) => cause);
    expect(error).toMatchObject({ fault, cause: { code } });
    expect(String(error)).toContain(code);
  });

  test.each([
    [503, 'maintenance'],
    [404, 'gateway_down'],
    [500, 'gateway_down'],
    [401, 'gateway_down'],
  ])('to what responds with HTTP status %i is %s', async (status, fault) => {
    gateway.failure = status;
    await expect(connect()).rejects.toMatchObject({
      fault,
      message: `expected a WebSocket, got HTTP status ${status}`,
    });
  });

  test('to what accepts and stalls is given up after four seconds', async () => {
    gateway.failure = 'silence';
    const attempt = connect();
    let isOver = false;
    const failed = expect(attempt).rejects.toMatchObject({
      fault: 'gateway_down',
      message: 'no answer within 4000 ms',
    });
    void attempt.catch(() => {
      isOver = true;
    });
    await pass(3999);
    expect(isOver).toBe(false);
    await pass(1);
    await failed;
  });

  test('that succeeded is not given up later', async () => {
    await connect();
    await pass(10_000);
    expect([gateway.peers[0]?.isOpen, ends]).toEqual([true, []]);
  });
});

describe('bytes', () => {
  test('of several messages in one are received in their order', async () => {
    await connect();
    gateway.peers[0]?.raw(Buffer.concat(['a', 'b', 'c'].map(trade)));
    gateway.peers[0]?.raw(trade('d'));
    await settle();
    expect(received).toEqual(['a', 'b', 'c', 'd']);
  });

  test.each([
    ['a text', 'hello'],
    ['a length beyond the message', Uint8Array.from([0, 0, 0, 9, 1])],
    ['a length below zero', Uint8Array.from([255, 255, 255, 255])],
    ['half a length', Uint8Array.from([0, 0, 0])],
    ['a body that is no message', Uint8Array.from([0, 0, 0, 2, 0xff, 0xff])],
    ['a body without a template', Uint8Array.from([0, 0, 0, 0])],
  ])('that are %s end the connection as a fault of the protocol, with the cause', async (_, bytes) => {
    await connect();
    gateway.peers[0]?.raw(bytes);
    gateway.peers[0]?.raw(trade('after'));
    await settle();
    expect(ends.map(({ fault }) => fault)).toEqual(['protocol']);
    expect(ends[0]?.cause).toBeInstanceOf(Error);
    expect([received, gateway.peers[0]?.isOpen]).toEqual([[], false]);
  });

  test('that begin well are received up to where they cannot be read', async () => {
    await connect();
    const broken = frameOf(Uint8Array.from([0xff, 0xff]));
    gateway.peers[0]?.raw(Buffer.concat([trade('a'), broken, trade('b')]));
    await settle();
    expect([received, ends.length]).toEqual([['a'], 1]);
  });

  test('beyond four megabytes are not read', async () => {
    await connect();
    gateway.peers[0]?.raw(new Uint8Array(4 * 1024 * 1024 + 1));
    await settle();
    expect(ends.map(({ fault, message }) => [fault, message])).toEqual([
      ['protocol', 'broken WebSocket frame: WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'],
    ]);
  });

  test('of templates that nobody described are counted', async () => {
    const socket = await connect();
    // Field 154467 with the value 1
    const unknown = frameOf(Uint8Array.from([0x98, 0xb6, 0x4b, 0x01]));
    gateway.peers[0]?.raw(Buffer.concat([unknown, trade('a'), unknown]));
    await settle();
    expect([socket.unknownTemplates, received, ends]).toEqual([2, ['a'], []]);
  });

  test('after a message that ended the connection are not received', async () => {
    const reason = new RithmicError('session_limit', 'out');
    const socket = await WireSocket.connect(gateway.address, {
      onMessage: ({ name }) => {
        received.push(name);
        socket.fail(reason);
      },
      onDown: (error) => ends.push(error),
    });
    gateway.peers[0]?.raw(Buffer.concat([trade('a'), trade('b')]));
    await settle();
    expect([received, ends]).toEqual([['LastTrade'], [reason]]);
  });

  test('that a listener cannot handle end the connection, not the process', async () => {
    const cause = new RangeError('a bug');
    await WireSocket.connect(gateway.address, {
      onMessage: () => {
        throw cause;
      },
      onDown: (error) => ends.push(error),
    });
    gateway.peers[0]?.raw(trade('a'));
    await settle();
    expect(ends).toMatchObject([{ fault: 'protocol', cause }]);
  });
});

describe('the end', () => {
  test.each([1000, 1011, 4000])('by the gateway with code %i names the code', async (code) => {
    await connect();
    gateway.peers[0]?.socket.close(code);
    await settle();
    expect(ends.map(({ fault, message }) => [fault, message])).toEqual([
      ['gateway_down', `the gateway closed the connection with code ${code}`],
    ]);
  });

  test('by a broken line comes once', async () => {
    const socket = await connect();
    gateway.peers[0]?.cut();
    await settle();
    socket.fail(new RithmicError('protocol', 'later'));
    socket.close();
    await pass(5000);
    expect(ends.map(({ fault }) => fault)).toEqual(['gateway_down']);
  });

  test('by closing is no word to the listener, with code 1000 to the gateway', async () => {
    const socket = await connect();
    const codes: number[] = [];
    gateway.peers[0]?.socket.on('close', (code) => codes.push(code));
    socket.close();
    socket.close();
    await pass(2000);
    expect([ends, codes]).toEqual([[], [1000]]);
  });

  test('by closing does not wait longer than a second for the gateway', async () => {
    const socket = await connect();
    const peer = gateway.peers[0];
    // It reads nothing any more, so that it does not close either
    peer?.socket.pause();
    socket.close();
    await pass(999);
    expect(peer?.isBroken).toBe(false);
    await pass(1);
    expect(peer?.isBroken).toBe(true);
  });

  test('leaves nothing to send and nothing to receive', async () => {
    const socket = await connect();
    socket.close();
    socket.send('RequestHeartbeat', {});
    gateway.peers[0]?.raw(trade('a'));
    await settle();
    expect([gateway.peers[0]?.requests, received]).toEqual([[], []]);
  });
});
