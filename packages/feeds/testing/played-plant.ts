/** A plant whose answers a test gives, and which keeps what was requested of it. */
import type { PlantSession } from '#rithmic/session/plant-session.ts';
import type { RithmicError } from '#rithmic/wire/rithmic-error.ts';
import { ES } from './rithmic-venue.ts';

export const CONTRACT = {
  instrumentId: ES.id,
  instrument: ES,
  exchange: 'CME',
  code: 'ESZ6',
  expiry: null,
} as const;
export const DONE = { kind: 'done', rows: [], end: {} } as const;
export const EMPTY = { kind: 'empty' } as const;
export const refused = (code: string, text = '') => ({ kind: 'refused', code, text }) as const;

type Answer = { readonly kind: 'done' | 'empty' | 'refused' };

export interface PlayedRequest {
  readonly name: string;
  readonly symbol?: string;
  readonly exchange?: string;
  readonly request?: number;
  readonly updateBits?: number;
  readonly depthPrice?: number;
}

export class PlayedPlant {
  readonly requests: PlayedRequest[] = [];
  /** Why it was given up. */
  readonly ends: RithmicError[] = [];
  /** What answers a request. */
  answer: (request: PlayedRequest) => Answer | Promise<Answer> = () => DONE;

  /** As a session. */
  get session(): PlantSession {
    return this as unknown as PlantSession;
  }

  async request(name: string, values: object): Promise<Answer> {
    const request = { name, ...values };
    this.requests.push(request);
    return await this.answer(request);
  }

  giveUp(error: RithmicError): void {
    this.ends.push(error);
  }

  /** Its requests since the last time, of market data as `+` or `-` and bits, of orders with their price. */
  takeRequests(): readonly string[] {
    return this.requests.splice(0).map(({ name, request, updateBits, depthPrice }) => {
      const sign = request === 1 ? '+' : '-';
      if (name === 'RequestMarketDataUpdate') return `${sign}${updateBits}`;
      const at = depthPrice === undefined ? '' : ` at ${depthPrice}`;
      return name === 'RequestDepthByOrderUpdates' ? `${sign}orders${at}` : `book${at}`;
    });
  }
}
