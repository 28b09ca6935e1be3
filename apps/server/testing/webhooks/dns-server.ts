/** A name server that answers every question for addresses with those that the test names, in real DNS messages over UDP. */
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';

const HEADER_BYTES = 12;
/** A response, recursion available, no error. */
const FLAGS = 0x8180;
/** The name in the question. */
const NAME_POINTER = 0xc00c;

function messageOf(query: Buffer, addresses: readonly string[]): Buffer {
  let end = HEADER_BYTES;
  while (query[end] !== 0) end += query[end]! + 1;
  const question = query.subarray(HEADER_BYTES, end + 5);
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(FLAGS, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  const answers = addresses.map((address) => {
    const record = Buffer.alloc(16);
    record.writeUInt16BE(NAME_POINTER, 0);
    record.writeUInt16BE(1, 2);
    record.writeUInt16BE(1, 4);
    // Kept for no time, as whoever rebinds a name wants it
    record.writeUInt16BE(4, 10);
    record.set(address.split('.').map(Number), 12);
    return record;
  });
  return Buffer.concat([header, question, ...answers]);
}

/** `answer` gets the number of the question, from 0; addresses are of IPv4. */
export async function openDnsServer(answer: (question: number) => readonly string[]) {
  const socket = createSocket('udp4');
  let questions = 0;
  socket.on('message', (query, from) => {
    socket.send(messageOf(query, answer(questions)), from.port, from.address);
    questions += 1;
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    resolve: async (name: string) =>
      (await resolver.resolve4(name)).map((address) => ({ address, family: 4 })),
    questions: () => questions,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}
