/** A login on one plant: requests and their answers, heartbeats both ways, and what the plant pushes. */
import { RithmicError } from '#rithmic/wire/rithmic-error.ts';
import type { Received, RequestName, RithmicMessage } from '#rithmic/wire/rithmic-wire.ts';
import { loginError } from '#rithmic/wire/rp-code.ts';
import { type Answer, LOGIN_MS, PendingRequests } from './pending-requests.ts';
import type { RithmicCredentials, RithmicGateway } from './rithmic-gateway.ts';
import { WireSocket } from './wire-socket.ts';

export interface PlantLogin {
  readonly gateway: RithmicGateway;
  readonly infraType: number;
  readonly credentials: () => Promise<RithmicCredentials>;
}

export interface PlantListener {
  /** A message that answers no request. */
  onPush(message: Received): void;
  /** An answer to our heartbeat: the way is open. */
  onAlive(): void;
  /** Once, unless the plant was closed before. */
  onDown(error: RithmicError): void;
}

const TEMPLATE_VERSION = '5.42';
/** Beats are more frequent than a gateway requests: a silent way is to be known within seconds. */
const BEAT_MS = 2500;
const MIN_BEAT_MS = 100;
/** Share of the interval that the gateway allows between two beats. */
const BEAT_SHARE = 0.5;
/**
 * Unanswered this long, the connection counts as lost: found out by the next beat, ten seconds after the last sign at
 * most.
 */
const SILENCE_MS = 7000;
/** Goodbye is waited for no longer than this. */
const LOGOUT_MS = 1000;

export class PlantSession {
  /** As it was logged in with. */
  readonly user: string;
  readonly #socket: WireSocket;
  readonly #requests: PendingRequests;
  #listener: PlantListener | null = null;
  #down: RithmicError | null = null;
  #beats: NodeJS.Timeout | null = null;
  /** When the oldest beat without an answer was sent, on the process's monotonic clock. */
  #unansweredMs = Number.POSITIVE_INFINITY;
  #isClosed = false;

  /** Connects and logs in. Rejects with `RithmicError`. */
  static async open(login: PlantLogin): Promise<PlantSession> {
    const requests = new PendingRequests();
    const stage: { session: PlantSession | null; failed: RithmicError | null } = {
      session: null,
      failed: null,
    };
    const socket = await WireSocket.connect(login.gateway, {
      onMessage: (message) => {
        if (stage.session !== null) stage.session.#onMessage(message);
        else if (message.name === 'ForcedLogout') {
          // It may come in one read with the answer to the login
          stage.failed = forcedLogout();
          requests.failAll(stage.failed);
        } else requests.take(message);
      },
      onDown: (error) => {
        stage.failed = error;
        requests.failAll(error);
        if (stage.session !== null) stage.session.#onDown(error);
      },
    });
    try {
      const { user, heartbeatMs } = await logIn(socket, requests, login);
      if (stage.failed !== null) throw stage.failed;
      stage.session = new PlantSession(socket, requests, user, heartbeatMs);
      return stage.session;
    } catch (error) {
      socket.close();
      throw error;
    }
  }

  private constructor(socket: WireSocket, requests: PendingRequests, user: string, heartbeatMs: number) {
    this.#socket = socket;
    this.#requests = requests;
    this.user = user;
    const everyMs = Math.max(MIN_BEAT_MS, Math.min(BEAT_MS, heartbeatMs * BEAT_SHARE));
    this.#beat();
    this.#beats = setInterval(() => this.#beat(), everyMs);
  }

  /** Messages of unknown templates; they were skipped. */
  get unknownTemplates(): number {
    return this.#socket.unknownTemplates;
  }

  /** Sets who receives pushes and the end. Where the end came before, it is received at once. */
  listen(listener: PlantListener): void {
    this.#listener = listener;
    if (this.#down !== null) listener.onDown(this.#down);
  }

  /**
   * Sends a request; `onNotice` receives the key under which a cut reply can be resumed. Rejects when the way is lost.
   */
  async request<N extends RequestName>(
    name: N,
    values: RithmicMessage<N>,
    onNotice: ((requestKey: string, id: string) => void) | null = null,
  ): Promise<Answer<N>> {
    if (this.#down !== null) throw this.#down;
    if (this.#isClosed) throw new RithmicError('gateway_down', 'the connection was closed');
    const { id, answer } = this.#requests.open(name, onNotice);
    this.#socket.send(name, { ...values, userMsg: [id] });
    return await answer;
  }

  /** Requests the rest of a reply that was cut; its frames come under the same id. */
  resume(requestKey: string, id: string): void {
    this.#socket.send('RequestResumeBars', { requestKey, userMsg: [id] });
  }

  /** The connection is no longer usable: it counts as lost. */
  giveUp(error: RithmicError): void {
    this.#socket.fail(error);
  }

  /** Logs out and closes. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopBeats();
    if (this.#down !== null) return;
    const { id, answer } = this.#requests.open('RequestLogout');
    this.#socket.send('RequestLogout', { userMsg: [id] });
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LOGOUT_MS);
    });
    // It is removed, whatever the gateway answers
    await Promise.race([
      answer.then(
        () => undefined,
        () => undefined,
      ),
      timeout,
    ]);
    clearTimeout(timer);
    this.#socket.close();
    this.#requests.failAll(new RithmicError('gateway_down', 'the connection was closed'));
  }

  #onMessage(message: Received): void {
    switch (message.name) {
      case 'ResponseHeartbeat':
        this.#unansweredMs = Number.POSITIVE_INFINITY;
        this.#listener?.onAlive();
        break;
      case 'RequestHeartbeat':
        this.#answerBeat(message.message);
        break;
      case 'ForcedLogout':
        this.#socket.fail(forcedLogout());
        break;
      default:
        if (!this.#requests.take(message) && !this.#isClosed) this.#listener?.onPush(message);
    }
  }

  #answerBeat({ userMsg }: RithmicMessage<'RequestHeartbeat'>): void {
    this.#socket.send('ResponseHeartbeat', { rpCode: ['0'], ...(userMsg === undefined ? {} : { userMsg }) });
  }

  #beat(): void {
    const nowMs = performance.now();
    if (nowMs - this.#unansweredMs > SILENCE_MS) {
      this.#socket.fail(new RithmicError('gateway_down', `no heartbeat answered within ${SILENCE_MS} ms`));
      return;
    }
    this.#unansweredMs = Math.min(this.#unansweredMs, nowMs);
    this.#socket.send('RequestHeartbeat', {});
  }

  #onDown(error: RithmicError): void {
    this.#stopBeats();
    this.#down = error;
    if (!this.#isClosed) this.#listener?.onDown(error);
  }

  #stopBeats(): void {
    if (this.#beats !== null) clearInterval(this.#beats);
    this.#beats = null;
  }
}

/** One login is one seat: another program took it, or the number of sessions is used up. */
function forcedLogout(): RithmicError {
  return new RithmicError('session_limit', 'the gateway logged this session out');
}

async function logIn(
  socket: WireSocket,
  requests: PendingRequests,
  { gateway, infraType, credentials }: PlantLogin,
): Promise<{ readonly user: string; readonly heartbeatMs: number }> {
  const { user, password } = await credentials();
  const { id, answer } = requests.open('RequestLogin', null, LOGIN_MS);
  // Awaited below; without a listener a refusal that comes while the bytes are written would end the process
  answer.catch(() => undefined);
  try {
    await socket.sendSecret('RequestLogin', {
      userMsg: [id],
      templateVersion: TEMPLATE_VERSION,
      user,
      password,
      appName: gateway.appName,
      appVersion: gateway.appVersion,
      systemName: gateway.systemName,
      infraType,
    });
  } finally {
    password.fill(0);
  }
  const login = await answer;
  if (login.kind === 'empty') throw loginError({ code: '7', text: 'no data' });
  if (login.kind === 'refused') throw loginError(login);
  const { heartbeatInterval = 0 } = login.end;
  const isUsable = Number.isFinite(heartbeatInterval) && heartbeatInterval > 0;
  return { user, heartbeatMs: isUsable ? heartbeatInterval * 1000 : Number.POSITIVE_INFINITY };
}
