/** The table of messages as a whole, and its bytes against those written by hand after the rules of proto2. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FieldShape } from './message-shape.ts';
import { RITHMIC_MESSAGES } from './rithmic-messages.ts';
import {
  HISTORY_PLANT,
  REPOSITORY_PLANT,
  RITHMIC_CODEC,
  type RithmicName,
  TICKER_PLANT,
} from './rithmic-wire.ts';
import * as bits from './update-bits.ts';
import { bodiesOf, frameOf, WireError } from './wire-codec.ts';

const NAMES = Object.keys(RITHMIC_MESSAGES) as RithmicName[];
const fieldsOf = (name: RithmicName) =>
  Object.entries(RITHMIC_MESSAGES[name].fields as Record<string, FieldShape>);

/** A whole number as proto2 writes it: seven bits a byte, lowest first; below zero as one of 64 bits. */
function varint(value: number | bigint): number[] {
  const bytes: number[] = [];
  let left = BigInt.asUintN(64, BigInt(value));
  for (; left > 127n; left >>= 7n) bytes.push(Number(left & 127n) | 128);
  return [...bytes, Number(left)];
}
const number = (field: number, value: number | bigint) => [...varint(field * 8), ...varint(value)];
const double = (field: number, value: number) => [
  ...varint(field * 8 + 1),
  ...Buffer.from(new Float64Array([value]).buffer),
];
const bytes = (field: number, value: string | readonly number[]) => {
  const body = typeof value === 'string' ? [...Buffer.from(value)] : value;
  return [...varint(field * 8 + 2), ...varint(body.length), ...body];
};
const TEMPLATE = 154_467;
const read = (...body: readonly (readonly number[])[]) => RITHMIC_CODEC.decode(Uint8Array.from(body.flat()));
const messageOf = (...body: readonly (readonly number[])[]) => {
  const decoded = read(...body);
  if (decoded.name === null)
    throw new Error(`expected a template that is described, got ${decoded.templateId}`);
  return decoded.message as Record<string, unknown>;
};

describe('the table', () => {
  test('has every template once', () => {
    const ids = NAMES.map((name) => RITHMIC_MESSAGES[name].templateId);
    expect(new Set(ids).size).toBe(NAMES.length);
  });

  test('has every number once in a message, within what proto2 allows', () => {
    for (const name of NAMES) {
      const numbers = fieldsOf(name).map(([, [id]]) => id);
      expect(new Set(numbers).size, name).toBe(numbers.length);
      for (const id of numbers) {
        expect(Number.isInteger(id) && id > 0 && id < 2 ** 29, `${name} ${id}`).toBe(true);
        expect(id < 19_000 || id > 19_999, `${name} ${id}`).toBe(true);
      }
    }
  });

  test('has a response to every request, with the next template', () => {
    const requests = NAMES.filter((name) => name.startsWith('Request'));
    for (const name of requests) {
      const response = name.replace('Request', 'Response') as RithmicName;
      expect(RITHMIC_MESSAGES[response]?.templateId, name).toBe(RITHMIC_MESSAGES[name].templateId + 1);
    }
    expect(NAMES.filter((name) => name.startsWith('Response'))).toHaveLength(requests.length);
  });

  test.each([
    ['templateId', 154_467],
    ['userMsg', 132_760],
    ['rpCode', 132_766],
    ['rqHandlerRpCode', 132_764],
    ['requestKey', 132_758],
    ['symbol', 110_100],
    ['exchange', 110_101],
    ['ssboe', 150_100],
    ['usecs', 150_101],
    ['sourceSsboe', 150_400],
    ['sourceNsecs', 150_404],
    ['marker', 119_100],
  ])('has %s as field %i wherever it is', (field, id) => {
    const found = NAMES.flatMap((name) => fieldsOf(name).filter(([own]) => own === field));
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(([, [own]]) => own))).toEqual(new Set([id]));
  });

  test('lets every request be named and every response name it and say how it went', () => {
    for (const name of NAMES) {
      const fields = new Map(fieldsOf(name));
      if (/^(Request|Response)/.test(name)) expect(fields.has('userMsg'), name).toBe(true);
      if (name.startsWith('Response')) expect(fields.get('rpCode')?.[2], name).toBe(true);
    }
  });

  test.each([
    ['RequestLogin', 10],
    ['ResponseRithmicSystemInfo', 17],
    ['RequestHeartbeat', 18],
    ['Reject', 75],
    ['ForcedLogout', 77],
    ['RequestMarketDataUpdate', 100],
    ['RequestFrontMonthContract', 113],
    ['RequestDepthByOrderSnapshot', 115],
    ['RequestDepthByOrderUpdates', 117],
    ['LastTrade', 150],
    ['BestBidOffer', 151],
    ['OrderBook', 156],
    ['DepthByOrder', 160],
    ['DepthByOrderEndEvent', 161],
    ['RequestTimeBarReplay', 202],
    ['RequestVolumeProfileMinuteBars', 208],
    ['RequestResumeBars', 210],
    ['RequestListExchangePermissions', 342],
  ] as const)('has %s as template %i', (name, templateId) => {
    expect(RITHMIC_MESSAGES[name].templateId).toBe(templateId);
  });

  test('numbers plants, bits and types as the gateway does', () => {
    expect([TICKER_PLANT, HISTORY_PLANT, REPOSITORY_PLANT]).toEqual([1, 3, 5]);
    const subscribed = [
      bits.UPDATE_LAST_TRADE,
      bits.UPDATE_BEST_PRICES,
      bits.UPDATE_ORDER_BOOK,
      bits.UPDATE_MARKET_MODE,
    ];
    expect(subscribed).toEqual([1, 2, 4, 1024]);
    expect([bits.SUBSCRIBE, bits.UNSUBSCRIBE, bits.WIRE_BUY, bits.WIRE_SELL]).toEqual([1, 2, 1, 2]);
    expect([bits.ORDER_NEW, bits.ORDER_CHANGE, bits.ORDER_DELETE]).toEqual([1, 2, 3]);
    const book = [
      bits.BOOK_CLEAR,
      bits.BOOK_NONE,
      bits.BOOK_IMAGE,
      bits.BOOK_MIDDLE,
      bits.BOOK_END,
      bits.BOOK_SOLO,
    ];
    expect(book).toEqual([1, 2, 3, 5, 6, 7]);
  });
});

describe('bytes', () => {
  test('of a subscription are those of its fields, the template first', () => {
    const values = { userMsg: ['7'], symbol: 'ESZ6', exchange: 'CME', request: 1, updateBits: 1029 };
    const body = [...RITHMIC_CODEC.encode('RequestMarketDataUpdate', values)];
    const template = number(TEMPLATE, 100);
    expect(body.slice(0, template.length)).toEqual(template);
    const parts = [
      template,
      bytes(132_760, '7'),
      bytes(110_100, 'ESZ6'),
      bytes(110_101, 'CME'),
      number(100_000, 1),
      number(154_211, 1029),
    ];
    expect(body).toHaveLength(parts.flat().length);
    for (const part of parts) expect(body.join()).toContain(part.join());
  });

  test('of a trade are read wherever its template is', () => {
    const fields = [
      double(100_006, 4567.25),
      number(100_178, 3),
      number(112_003, 2),
      bytes(110_100, 'ESZ6'),
      number(150_400, 1_780_000_000),
      number(150_404, 999_999_999),
    ];
    const expected = {
      templateId: 150,
      tradePrice: 4567.25,
      tradeSize: 3,
      aggressor: 2,
      symbol: 'ESZ6',
      sourceSsboe: 1_780_000_000,
      sourceNsecs: 999_999_999,
    };
    for (let place = 0; place <= fields.length; place += 1)
      expect(messageOf(...fields.toSpliced(place, 0, number(TEMPLATE, 150)))).toEqual(expected);
  });

  test('of nothing, zero and false differ: what was sent is there', () => {
    expect(messageOf(number(TEMPLATE, 150))).toEqual({ templateId: 150 });
    expect(
      messageOf(number(TEMPLATE, 150), number(100_178, 0), number(110_121, 0), double(100_006, 0)),
    ).toEqual({
      templateId: 150,
      tradeSize: 0,
      isSnapshot: false,
      tradePrice: 0,
    });
    const sent = RITHMIC_CODEC.encode('LastTrade', { tradeSize: 0, isSnapshot: false, symbol: '' });
    expect(RITHMIC_CODEC.decode(sent)).toEqual({
      name: 'LastTrade',
      message: { templateId: 150, tradeSize: 0, isSnapshot: false, symbol: '' },
    });
  });

  test('of whole numbers are read over their whole range', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
        fc.bigInt({ min: 0n, max: 2n ** 53n - 1n }),
        (size, sequence) => {
          const trade = messageOf(number(TEMPLATE, 150), number(100_178, size), number(100_032, sequence));
          expect(trade).toMatchObject({ tradeSize: size, volume: Number(sequence) });
        },
      ),
    );
  });

  test('of lists are read in one run, one by one and mixed, in their order', () => {
    const sizes = fc.array(fc.integer({ min: -5, max: 100_000 }), { maxLength: 8 });
    fc.assert(
      fc.property(sizes, sizes, (single, run) => {
        const body = [number(TEMPLATE, 160), ...single.map((size) => number(154_406, size))];
        body.push(bytes(154_406, run.flatMap(varint)));
        const { depthSize = [] } = messageOf(...body);
        expect(depthSize).toEqual([...single, ...run]);
      }),
    );
  });

  test('of a field that comes twice are those of the last', () => {
    expect(messageOf(number(TEMPLATE, 150), number(100_178, 3), number(100_178, 4))).toMatchObject({
      tradeSize: 4,
    });
  });

  test('of a template that nobody described give its number and whom it answers', () => {
    const body = [number(TEMPLATE, 358), bytes(132_760, '12'), bytes(132_760, 'more'), number(1, 5)];
    expect(read(...body)).toEqual({ name: null, templateId: 358, userMsg: ['12', 'more'] });
  });

  test('of text are any text', () => {
    const symbol = 'Größe 例 🙂';
    expect(messageOf(number(TEMPLATE, 150), bytes(110_100, symbol))).toMatchObject({ symbol });
  });

  test.each([
    ['without a template', [bytes(110_100, 'ESZ6')], 'expected a template id (field 154467), got none'],
    ['that end within a field', [number(TEMPLATE, 150), [0xaa]], /expected a protobuf message of \d+ bytes/],
    [
      'of a text longer than they are',
      [number(TEMPLATE, 150), [...varint(110_100 * 8 + 2), 9, 1]],
      /of \d+ bytes/,
    ],
    ['of field zero', [number(TEMPLATE, 150), [0, 1]], /of \d+ bytes/],
  ])('%s are refused with what was expected', (_, body, message) => {
    expect(() => read(...body)).toThrow(WireError);
    expect(() => read(...body)).toThrow(message);
  });
});

describe('a frame', () => {
  test('is a length of four bytes, highest first, and the body', () => {
    expect([...frameOf(Uint8Array.from([7, 8, 9]))]).toEqual([0, 0, 0, 3, 7, 8, 9]);
    expect([...frameOf(new Uint8Array(0))]).toEqual([0, 0, 0, 0]);
    expect([...frameOf(new Uint8Array(66_051)).subarray(0, 4)]).toEqual([0, 1, 2, 3]);
  });

  test('is read wherever it begins in a larger run of bytes', () => {
    const run = Uint8Array.from([
      9,
      9,
      9,
      ...frameOf(Uint8Array.from([1, 2])),
      ...frameOf(Uint8Array.from([3])),
      9,
    ]);
    const bodies = bodiesOf(run.subarray(3, run.length - 1));
    expect(bodies.map((body) => [...body])).toEqual([[1, 2], [3]]);
  });

  test.each([
    [[0, 0, 0, 5, 1, 2], 'expected a body of at most 2 bytes, its length says 5'],
    [[255, 255, 255, 254, 1], 'expected a body of at most 1 bytes, its length says -2'],
    [[0, 0, 0, 1, 7, 0, 0], 'expected a length of 4 bytes, 2 are left'],
  ])('of %j is refused with what was expected', (data, message) => {
    expect(() => bodiesOf(Uint8Array.from(data))).toThrow(new WireError(message));
  });
});
