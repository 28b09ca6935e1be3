/** A mail server for tests with scripted responses: it accepts, refuses, stays silent or closes the connection. */

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

export interface TestSmtpServer {
  readonly url: string;
  /** Mails taken, as they came over the wire. */
  readonly mails: string[];
  /** Recipients of every envelope. */
  readonly recipients: string[];
  /** What it responds to a command; null keeps silent, 'cut' breaks the connection off. */
  respond: (command: string) => string | null | 'cut' | undefined;
  /** Connections so far. */
  connections: number;
  close(): Promise<void>;
}

const RESPONSES: Readonly<Record<string, string>> = {
  EHLO: '250 test',
  HELO: '250 test',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  RSET: '250 ok',
  NOOP: '250 ok',
  QUIT: '221 bye',
};

/** Reads one connection: commands by line, a mail until the dot. */
function converse(socket: Socket, server: TestSmtpServer): void {
  let mail: string[] | null = null;
  let rest = '';
  const say = (command: string, usual: string): void => {
    const scripted = server.respond(command);
    const response = scripted === undefined ? usual : scripted;
    if (response === 'cut') socket.destroy();
    else if (response !== null) socket.write(`${response}\r\n`);
  };
  const readLine = (line: string): void => {
    if (mail !== null && line !== '.') {
      mail.push(line);
      return;
    }
    if (mail !== null) {
      if (server.respond('END') === undefined) server.mails.push(mail.join('\n'));
      mail = null;
      say('END', '250 taken');
      return;
    }
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'RCPT') server.recipients.push(line.slice(5));
    if (verb === 'DATA' && server.respond('DATA') === undefined) mail = [];
    say(verb, RESPONSES[verb] ?? '500 what');
  };
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    const lines = `${rest}${chunk.toString('latin1')}`.split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) readLine(line);
  });
  say('CONNECT', '220 test');
}

export async function startTestSmtp(): Promise<TestSmtpServer> {
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    server.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    converse(socket, server);
  });
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve);
  });
  const server: TestSmtpServer = {
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    mails: [],
    recipients: [],
    respond: () => undefined,
    connections: 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        listener.close(() => resolve());
      });
    },
  };
  return server;
}
