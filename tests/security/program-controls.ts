/** What holds programs of users: where webhooks may go, and what leaves through keys, streams and deliveries. */
import { SERVER, type SecurityControl } from './security-control.ts';

const GUARDED = `${SERVER}/adapters/outbound/guarded-request.ts`;
const TRANSPORT_TEST = `${SERVER}/adapters/webhooks/webhook-transport.test.ts`;

/** An address that a user chose is requested by our server. */
const OUTBOUND: readonly SecurityControl[] = [
  {
    says: 'no request of ours goes to a private network',
    file: `${SERVER}/adapters/outbound/public-address.ts`,
    control: "  if (parsed.range() !== 'unicast') return false;\n",
    without: '',
    testFile: `${SERVER}/adapters/outbound/guarded-request.test.ts`,
    test: ' is not public',
  },
  {
    says: 'every address of a name is checked',
    file: GUARDED,
    control: '!addresses.every(isAllowed)',
    without: '!addresses.some(isAllowed)',
    testFile: TRANSPORT_TEST,
    test: 'one private address among those of a name',
  },
  {
    says: 'the connection goes to the address that was checked, whatever the name means by then',
    file: GUARDED,
    control: '      lookup,\n      signal,',
    without: '      signal,',
    testFile: TRANSPORT_TEST,
    test: 'a name is resolved once',
  },
  {
    says: 'a redirect is not followed',
    file: GUARDED,
    control: ".on('response', resolve)",
    without:
      ".on('response', (one) => (one.headers.location === undefined ? resolve(one) : requestHttp(one.headers.location, { method }, resolve).end()))",
    testFile: TRANSPORT_TEST,
    test: 'a redirect to this machine is an answer',
  },
  {
    says: 'this machine is reached with the setting of the operator only',
    file: GUARDED,
    control: '(allowsLoopback && isLoopbackAddress(address))',
    without: '(isLoopbackAddress(address) || allowsLoopback)',
    testFile: TRANSPORT_TEST,
    test: 'is refused for its address',
  },
];

const PROGRAMS: readonly SecurityControl[] = [
  {
    says: 'T02 a key reads over the channel of programs, not over that of screens',
    file: `${SERVER}/http/keys/api-keys.ts`,
    control: "channel: 'api',",
    without: "channel: 'screen',",
    testFile: 'tests/line/program-leaks.test.ts',
    test: 'T02 no byte on any channel of a program',
  },
  {
    says: 'T02 a stream carries what the venue licenses over the API',
    file: `${SERVER}/live/streams/stream-hub.ts`,
    control: 'command.kinds.filter((kind) => withheld[kind] === null)',
    without: "command.kinds.filter((kind) => withheld[kind] !== '')",
    testFile: 'tests/line/streams.test.ts',
    test: 'prices do not leave over the API where the venue does not license it',
  },
  {
    says: 'T01 a key opens what its scopes name',
    file: `${SERVER}/http/keys/api-keys.ts`,
    control: 'if (!key.scopes.includes(scope)) throw',
    without: 'if (key.scopes.length === 0) throw',
    testFile: 'tests/matrix/program-channels.test.ts',
    test: 'alone has its streams and tools and no other',
  },
  {
    says: 'T02 a delivery that waited is decided again before it is sent',
    file: `${SERVER}/webhooks/webhook-sender.ts`,
    control: 'if (!mayReceive(entitlement, delivery, until)) return queue.withhold(delivery);',
    without:
      'if (until === null && !mayReceive(entitlement, delivery, until)) return queue.withhold(delivery);',
    testFile: `${SERVER}/webhooks/webhook-owner.test.ts`,
    test: 'nothing is made for a smaller plan, and what waits is withheld',
  },
  {
    says: 'a stream whose reader does not read is ended',
    file: `${SERVER}/live/streams/stream-hub.ts`,
    control: "if (client.isFull) this.#end(client, 'slow');",
    without: '',
    testFile: 'tests/faults/unread-streams.test.ts',
    test: 'is closed at the bound on both carriers',
  },
];

export const PROGRAM_CONTROLS: readonly SecurityControl[] = [...OUTBOUND, ...PROGRAMS];
