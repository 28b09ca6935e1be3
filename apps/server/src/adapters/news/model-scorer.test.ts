/** A model's answer counts only where it keeps to the headline, whatever the headline or the model says. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createModelScorer } from './model-scorer.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** An endpoint that answers each request with the content. */
async function answering(content: string, status = 200) {
  const requests: { authorization: string | undefined; url: string | undefined; body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { authorization } = request.headers;
      requests.push({ authorization, url: request.url, body: Buffer.concat(chunks).toString() });
      response.writeHead(status).end(JSON.stringify({ choices: [{ message: { content } }] }));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
  return { scorer: createModelScorer({ url, model: 'small', key: 'secret' }), requests };
}

const scores = (...found: object[]): string => JSON.stringify({ scores: found });

test('the headline is sent as data, and the answer is a score for each group', async () => {
  const { scorer, requests } = await answering(
    scores({ group: 'energies', score: 0.4, words: [{ text: 'Fall', weight: 0.4 }] }),
  );
  const found = await scorer.score('Inventories fall', ['energies', 'equities']);
  expect([...found]).toEqual([
    ['energies', { score: 0.4, words: [{ text: 'Fall', weight: 0.4 }] }],
    ['equities', { score: 0, words: [] }],
  ]);
  expect(requests).toMatchObject([{ authorization: 'Bearer secret', url: '/v1/chat/completions' }]);
  expect(JSON.parse(requests[0]!.body)).toMatchObject({ model: 'small', temperature: 0 });
  expect(scorer.name).toBe('small prompt 1');
});

test.each([
  ['no JSON', 'I think it is good'],
  ['a score out of bounds', scores({ group: 'energies', score: 7, words: [{ text: 'fall', weight: 1 }] })],
  ['words of its own', scores({ group: 'energies', score: 0.5, words: [{ text: 'buy now', weight: 0.5 }] })],
  ['a score that rests on nothing', scores({ group: 'energies', score: 0.5, words: [] })],
  ['another shape', '{}'],
])('%s is refused', async (_, content) => {
  const { scorer } = await answering(content);
  await expect(scorer.score('Inventories fall', ['energies'])).rejects.toThrow();
});

test('a failing endpoint is an error without the key', async () => {
  const { scorer } = await answering('', 500);
  await expect(scorer.score('Inventories fall', ['energies'])).rejects.toThrow(
    /^the scorer answered with the status 500$/,
  );
});
