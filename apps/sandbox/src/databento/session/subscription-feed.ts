/** Carries out one subscription: acknowledgement, mappings, then per contract its past or its snapshot, then live records. */
import { ERROR_CODES, encodeSymbolMapping, SYSTEM_CODES } from '@undertow/feeds';
import { DAY_MS, FLAG_LAST, NS_PER_MS } from '@undertow/market';
import type { ContractFlows } from '#databento/market/contract-flows.ts';
import type { Version } from '#databento/market/flow.ts';
import type { ProductLine } from '#databento/market/product-line.ts';
import { PUBLISHER_ID, type WireContract } from '#databento/market/wire-contract.ts';
import { isReference, STYPES } from '#databento/protocol/schemas.ts';
import type { Subscription } from '#databento/protocol/subscription.ts';
import type { Stream } from './stream.ts';
import type { World } from './world.ts';

/** What a subscription needs of its session. */
export interface Recipient {
  readonly version: Version;
  readonly isOpen: boolean;
  send(records: Uint8Array): void;
  sendSystem(code: number, text: string): void;
  sendError(code: number, text: string, isLast?: boolean): void;
  /** The session's stream of a schema of a contract; made where there is none. */
  stream(subscription: Subscription, flows: ContractFlows): Stream;
  /** Resolves when the client has read most of what it was sent. */
  drained(): Promise<void>;
}

interface Wanted {
  readonly line: ProductLine;
  readonly flows: ContractFlows;
}

const FLAGS_AT = 36;
const MBO_BYTES = 56;

export async function carryOut(
  subscription: Subscription,
  world: World,
  recipient: Recipient,
): Promise<void> {
  const { id, schema, startNs } = subscription;
  recipient.sendSystem(
    SYSTEM_CODES.subscriptionAck,
    `Subscription request${id === null ? '' : ` ${id}`} for ${schema} data succeeded`,
  );
  const wanted = resolveAll(subscription, world, recipient).map((contract) => {
    const line = world.floor.line(contract.instrument);
    return { line, flows: line.flowsOf(contract) };
  });
  await Promise.all(wanted.map((one) => begin(subscription, one, world, recipient)));
  if (startNs !== null && recipient.isOpen)
    recipient.sendSystem(SYSTEM_CODES.replayCompleted, `Finished ${schema} replay`);
}

/** Sends a mapping for each contract, and an error for each symbol that has none. */
function resolveAll(
  { symbols, stypeIn }: Subscription,
  { floor, faults }: World,
  recipient: Recipient,
): readonly WireContract[] {
  const found = new Map<number, WireContract>();
  const unknown: string[] = [];
  const timeNs = floor.nowNs();
  for (const symbol of symbols) {
    const isUnknown = faults.now.unknownSymbols.includes(symbol);
    const contracts = isUnknown ? [] : floor.symbology.resolve(symbol, stypeIn);
    if (contracts.length === 0) unknown.push(symbol);
    for (const contract of contracts) {
      found.set(contract.id, contract);
      const startNs = BigInt(floor.symbology.mappedSinceMs(contract)) * NS_PER_MS;
      const dayNs = BigInt(Math.floor(floor.nowMs() / DAY_MS) * DAY_MS) * NS_PER_MS;
      const mapped = {
        instrumentId: contract.id,
        inSymbol: symbol,
        stypeIn: STYPES[stypeIn],
        outSymbol: contract.symbol,
        timeNs,
        startNs,
        endNs: dayNs + BigInt(DAY_MS) * NS_PER_MS,
        publisherId: PUBLISHER_ID,
      };
      recipient.send(encodeSymbolMapping(mapped, { version: recipient.version }));
    }
  }
  unknown.forEach((symbol, at) => {
    const text = `Failed to resolve symbol: ${symbol}`;
    recipient.sendError(ERROR_CODES.symbolResolution, text, at === unknown.length - 1);
  });
  return [...found.values()];
}

/** Waits for the market, sends what came before, and joins the live records without a hole. */
async function begin(
  subscription: Subscription,
  { line, flows }: Wanted,
  world: World,
  recipient: Recipient,
): Promise<void> {
  if (!isReference(subscription.schema)) await world.floor.run(line);
  if (!recipient.isOpen) return;
  const { schema, startNs, snapshot } = subscription;
  const stream = recipient.stream(subscription, flows);
  if (startNs !== null) {
    const cursor = flows.flow(schema).cursor(startNs);
    for (let records = cursor.next(recipient.version); records !== null; ) {
      recipient.send(records);
      if (world.faults.now.replayStalls) return new Promise(() => undefined);
      await recipient.drained();
      if (!recipient.isOpen) return;
      records = cursor.next(recipient.version);
    }
  }
  if (snapshot) {
    const records = line.snapshotOf(flows, world.floor.nowNs());
    recipient.send(world.faults.now.snapshotWithoutLast ? endless(records) : records);
  }
  stream.join();
}

function endless(snapshot: Uint8Array): Uint8Array {
  snapshot[snapshot.length - MBO_BYTES + FLAGS_AT]! &= ~FLAG_LAST;
  return snapshot;
}
