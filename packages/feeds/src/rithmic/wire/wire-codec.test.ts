import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HAS_RECORDED_DATA, RECORDED_DATA } from '#testing/recorded-data.ts';
import type { FieldKind, FieldShape } from './message-shape.ts';
import { RITHMIC_MESSAGES } from './rithmic-messages.ts';
import { RITHMIC_CODEC, type RithmicMessage, type RithmicName } from './rithmic-wire.ts';
import { bodiesOf, frameOf, WireError } from './wire-codec.ts';

const NAMES = Object.keys(RITHMIC_MESSAGES) as RithmicName[];
/** Daily as many of the long run's cases as one in so many. */
const FEWER = process.env['LONG_TESTS'] === '1' ? 1 : 5;
const TEMPLATE_FIELD = 154_467;

/** Numbers of the fields in a body, in order, each time they occur. */
function tagsOf(body: Uint8Array): readonly number[] {
  const tags: number[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = body[at] ?? 0;
      at += 1;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  while (at < body.length) {
    const key = varint();
    tags.push(Math.floor(key / 8));
    const wire = key % 8;
    if (wire === 0) varint();
    else if (wire === 1) at += 8;
    else if (wire === 5) at += 4;
    else {
      const length = varint();
      at += length;
    }
  }
  expect(at).toBe(body.length);
  return tags;
}

function anyOf(kind: FieldKind): fc.Arbitrary<unknown> {
  switch (kind) {
    case 'string':
      return fc.string({ unit: 'binary', maxLength: 20 });
    case 'bytes':
      return fc.uint8Array({ maxLength: 20 });
    case 'int32':
      return fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    case 'uint32':
      return fc.integer({ min: 0, max: 2 ** 32 - 1 });
    case 'uint64':
      return fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
    case 'double':
      return fc.double({ noNaN: true });
    case 'bool':
      return fc.boolean();
  }
}

/** Any message of the shape; each field may be left out. A field that repeats and is there has a value. */
function messagesOf(name: RithmicName): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(RITHMIC_MESSAGES[name].fields as Record<string, FieldShape>).filter(
    ([field]) => field !== 'templateId',
  );
  const model = fields.map(([field, [, kind, repeats]]) => {
    const value = anyOf(kind);
    return [field, repeats === true ? fc.array(value, { minLength: 1, maxLength: 5 }) : value] as const;
  });
  return fc.record(Object.fromEntries(model), { requiredKeys: [] }) as fc.Arbitrary<Record<string, unknown>>;
}

const encode = (name: RithmicName, values: object): Uint8Array =>
  RITHMIC_CODEC.encode(name, values as RithmicMessage<typeof name>);

describe('messages', () => {
  test('are read back as they were written, and what was left out stays out', () => {
    const messages = fc
      .constantFrom(...NAMES)
      .chain((name) => messagesOf(name).map((values) => ({ name, values })));
    fc.assert(
      fc.property(messages, ({ name, values }) => {
        const { templateId } = RITHMIC_MESSAGES[name];
        const decoded = RITHMIC_CODEC.decode(encode(name, values));
        const bytes = (value: unknown) => (value instanceof Uint8Array ? [...value] : value);
        const { message } = decoded as { message: Record<string, unknown> };
        expect(decoded.name).toBe(name);
        expect(
          Object.fromEntries(Object.entries(message).map(([key, value]) => [key, bytes(value)])),
        ).toEqual(
          Object.fromEntries(
            Object.entries({ ...values, templateId }).map(([key, value]) => [key, bytes(value)]),
          ),
        );
      }),
      { numRuns: 1000 / FEWER },
    );
  });

  test('the template id precedes every other field, for clients that read only it', () => {
    const messages = fc
      .constantFrom(...NAMES)
      .chain((name) => messagesOf(name).map((of) => encode(name, of)));
    fc.assert(
      fc.property(messages, (body) => {
        const [first, ...rest] = tagsOf(body);
        expect(first).toBe(TEMPLATE_FIELD);
        expect(rest).not.toContain(TEMPLATE_FIELD);
      }),
    );
  });

  test('packed arrays are read like those that are not', () => {
    // Field 154406 (depth_size) of template 160 with the values 3 and 300 in one run of bytes
    const head = encode('DepthByOrder', { symbol: 'ESZ6' });
    const key = 154_406 * 8 + 2;
    const tag = [(key & 127) | 128, ((key >> 7) & 127) | 128, key >> 14];
    const body = Buffer.concat([head, Buffer.from([...tag, 3, 3, 0xac, 0x02])]);
    expect(RITHMIC_CODEC.decode(body)).toMatchObject({ message: { depthSize: [3, 300] } });
  });

  test('fields that nobody described are skipped', () => {
    const body = Buffer.concat([encode('ForcedLogout', {}), Buffer.from([0xf8, 0xff, 0x4b, 7])]);
    expect(RITHMIC_CODEC.decode(body)).toEqual({ name: 'ForcedLogout', message: { templateId: 77 } });
  });

  test('any bytes are a message or a WireError, never anything else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          RITHMIC_CODEC.decode(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(WireError);
        }
      }),
      { numRuns: 2000 / FEWER },
    );
  });

  test('a message that was cut anywhere is refused or shorter, never a crash', () => {
    const body = encode('DepthByOrder', {
      symbol: 'ESZ6',
      sequenceNumber: 5_000_000_001,
      depthPrice: [4567.25, 4567.5],
      exchangeOrderId: ['6412345678901'],
    });
    for (let length = 0; length < body.length; length += 1)
      try {
        RITHMIC_CODEC.decode(body.subarray(0, length));
      } catch (error) {
        expect(error).toBeInstanceOf(WireError);
      }
  });
});

describe('frames', () => {
  test('several in one WebSocket message come apart again', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 8 }), (bodies) => {
        const together = Buffer.concat(bodies.map(frameOf));
        expect(bodiesOf(together).map((body) => [...body])).toEqual(bodies.map((body) => [...body]));
      }),
    );
  });

  test.each([
    ['below zero', [0xff, 0xff, 0xff, 0xf8, 1, 2]],
    ['beyond the message', [0, 0, 0, 9, 1, 2]],
    ['huge', [0x7f, 0xff, 0xff, 0xff, 1]],
    ['cut short', [0, 0, 1]],
  ])('a length that is %s is refused', (_, bytes) => {
    expect(() => bodiesOf(Uint8Array.from(bytes))).toThrow(WireError);
  });
});

const SAMPLES = `${RECORDED_DATA}rithmic-wire-samples/`;
const HEARTBEAT = '0000001798b64b13a0a549a5a0eba806a8a5498cd92ef2e9400130';
const LOGIN =
  '0000005592bd3f066d795f617070a2bd3f0b6d795f70617373776f7264dafb3f0b6d795f757365726e616d65' +
  'daad400a6d795f76657273696f6ea8814b02e2814b0c524954484d4943205445535492824b03332e3998b64b0a';
const LOGIN_FIELDS = {
  appName: 'my_app',
  password: Buffer.from('my_password'),
  user: 'my_username',
  appVersion: 'my_version',
  infraType: 2,
  systemName: 'RITHMIC TEST',
  templateVersion: '3.9',
};

const onlyBody = (frame: Uint8Array): Uint8Array => {
  const [body, ...more] = bodiesOf(frame);
  expect(more).toEqual([]);
  return body ?? new Uint8Array();
};

describe('what real clients and servers have written', () => {
  test('the login of a public client is read, and ours has the same fields with the same bytes', () => {
    const body = onlyBody(Buffer.from(LOGIN, 'hex'));
    const decoded = RITHMIC_CODEC.decode(body);
    expect(decoded).toMatchObject({ name: 'RequestLogin' });
    const { password, ...rest } = (decoded as { message: RithmicMessage<'RequestLogin'> }).message;
    expect(Buffer.from(password ?? []).toString()).toBe('my_password');
    expect(rest).toMatchObject({ user: 'my_username', infraType: 2, templateVersion: '3.9', templateId: 10 });
    const own = encode('RequestLogin', LOGIN_FIELDS);
    expect(own).toHaveLength(body.length);
    expect(new Set(tagsOf(own))).toEqual(new Set(tagsOf(body)));
    // The order of fields is free: the same bytes in another order
    expect([...own].sort((a, b) => a - b)).toEqual([...body].sort((a, b) => a - b));
  });

  test('a recorded heartbeat is read', () => {
    expect(RITHMIC_CODEC.decode(onlyBody(Buffer.from(HEARTBEAT, 'hex')))).toEqual({
      name: 'ResponseHeartbeat',
      message: { templateId: 19, ssboe: 1_696_256_037, usecs: 765_068, rpCode: ['0'] },
    });
  });

  test.runIf(HAS_RECORDED_DATA && existsSync(SAMPLES))(
    'the recorded frames hold no field that the schema does not define',
    () => {
      const frames = [
        ...['system_info', 'reference_data_ES', 'front_month_contract_NQ'].map((name) =>
          readFileSync(`${SAMPLES}${name}.bin`),
        ),
        Buffer.from(HEARTBEAT, 'hex'),
      ];
      for (const frame of frames) {
        const body = onlyBody(frame);
        const decoded = RITHMIC_CODEC.decode(body);
        expect(decoded.name).not.toBeNull();
        const shape = RITHMIC_MESSAGES[decoded.name as RithmicName];
        const known = new Set(Object.values(shape.fields as Record<string, FieldShape>).map(([id]) => id));
        expect(tagsOf(body).filter((tag) => !known.has(tag))).toEqual([]);
      }
    },
  );

  test.runIf(HAS_RECORDED_DATA && existsSync(SAMPLES))(
    'the recorded frames have their known contents',
    () => {
      const read = (name: string) => RITHMIC_CODEC.decode(onlyBody(readFileSync(`${SAMPLES}${name}.bin`)));
      const systems = read('system_info') as { message: RithmicMessage<'ResponseRithmicSystemInfo'> };
      expect(systems.message.systemName).toHaveLength(15);
      expect(systems.message.systemName).toContain('Rithmic Paper Trading');
      expect(read('reference_data_ES')).toMatchObject({
        name: 'ResponseReferenceData',
        message: { minQpriceChange: 0.25, singlePointValue: 50, productCode: 'ES' },
      });
      expect(read('front_month_contract_NQ')).toMatchObject({
        name: 'ResponseFrontMonthContract',
        message: { tradingSymbol: 'NQU4' },
      });
    },
  );
});

const FIELD_TABLE = `${RECORDED_DATA}../reference/rithmic-fields.json`;
/** Agreements of an account: the table has no row for them. */
const UNLISTED = [500, 501];
const SCALARS = ['string', 'bytes', 'int32', 'uint32', 'uint64', 'double', 'bool'];

describe('the schema', () => {
  test.runIf(existsSync(FIELD_TABLE))('agrees with the field table in number, kind and repetition', () => {
    const { messages } = JSON.parse(readFileSync(FIELD_TABLE, 'utf8')) as {
      messages: Record<string, { template_id: number; fields: Record<string, [number, string, string?]> }>;
    };
    const tables = new Map(Object.values(messages).map((table) => [table.template_id, table.fields]));
    let compared = 0;
    const listed = NAMES.filter((name) => !UNLISTED.includes(RITHMIC_MESSAGES[name].templateId));
    for (const name of listed) {
      const { templateId, fields } = RITHMIC_MESSAGES[name];
      const table = tables.get(templateId);
      expect(table, `template ${templateId}`).toBeDefined();
      const byNumber = new Map(Object.values(table ?? {}).map((field) => [field[0], field]));
      for (const [field, [id, kind, repeats]] of Object.entries(fields as Record<string, FieldShape>)) {
        const [, tableKind = '', rep] = byNumber.get(id) ?? [];
        // Enumerations travel as int32; the password is read as bytes so that it can be overwritten
        const wireKind = SCALARS.includes(tableKind) ? tableKind : 'int32';
        const expected = field === 'password' ? 'bytes' : wireKind;
        expect([kind, repeats === true], `${name}.${field}`).toEqual([expected, rep === 'rep']);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(200);
  });

  test('every message has its template in the same field', () => {
    for (const name of NAMES)
      expect(RITHMIC_MESSAGES[name].fields.templateId).toEqual([TEMPLATE_FIELD, 'int32']);
  });
});
