import { type Address, address, hash, type Hash } from '@exchange/core/kernel';
import { toQuantity, ZeroHash } from 'ethers';
import type { RawLog } from '../contract-event';
import { timelockInterface } from '../exchange-interface';
import { logsInRanges } from './logs-in-ranges';
import { type CallInWords, callInWords } from './scheduled-call';

/** Asks a node by a method of Ethereum's JSON-RPC. */
export type AskNode = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** An operation that a timelock has announced, and neither carried out nor given up. */
export interface ScheduledOperation {
  readonly operation: Hash;
  /** Unix seconds, from which on it may be carried out. */
  readonly from: number;
  /** Another operation that must be carried out before. */
  readonly after: Hash | undefined;
  readonly calls: readonly CallInWords[];
}

/** A timelock, the exchange that it administers, and where its logs begin. */
export interface TimelockPlace {
  readonly timelock: Address;
  readonly exchange: Address;
  readonly fromBlock: number;
}

/** Nodes answer at least so many blocks at once, or say that it is too much. */
const BLOCKS_AT_ONCE = 50_000;
/** What the timelock has instead of a time for what is unknown to it, or given up, and for what is done. */
const DONE_TIME = 1;

/**
 * What a timelock has announced and may still do, the next one first. Logs say what it is, the timelock itself whether it
 * is still open: also what was given up and announced anew.
 */
export async function scheduledOperations(
  ask: AskNode,
  place: TimelockPlace,
): Promise<readonly ScheduledOperation[]> {
  const announced = new Map<Hash, Announced[]>();
  for (const call of (await announcedCalls(ask, place)).map(announcedIn))
    announced.set(call.operation, [...(announced.get(call.operation) ?? []), call]);
  const found: ScheduledOperation[] = [];
  for (const [operation, calls] of announced) {
    const from = await timeOf(ask, place.timelock, operation);
    if (from > DONE_TIME) found.push({ operation, from, ...inWords(calls, place) });
  }
  return found.sort((a, b) => a.from - b.from);
}

/** Whether any of its calls is grave: what everybody must hear of. */
export const isGrave = ({ calls }: ScheduledOperation): boolean => calls.some((call) => call.isGrave);

/** One line: when, what, and by which name. */
export function operationText({ operation, from, after, calls }: ScheduledOperation): string {
  const time = new Date(from * 1_000).toISOString().replace('.000Z', 'Z');
  const condition = after === undefined ? '' : `, after operation ${after}`;
  return `from ${time} on${condition}: ${calls.map(({ words }) => words).join('; ')} (operation ${operation})`;
}

interface Announced {
  readonly operation: Hash;
  /** Of the call within its operation. */
  readonly index: number;
  readonly target: Address;
  readonly value: bigint;
  readonly data: string;
  readonly predecessor: string;
}

async function announcedCalls(ask: AskNode, { timelock, fromBlock }: TimelockPlace): Promise<RawLog[]> {
  const topics = [timelockInterface.getEvent('CallScheduled')?.topicHash ?? ''];
  const last = Number(await ask('eth_blockNumber', []));
  return logsInRanges(
    { first: fromBlock, last },
    async ({ first, last: to }) => {
      const filter = { address: timelock, topics, fromBlock: toQuantity(first), toBlock: toQuantity(to) };
      return (await ask('eth_getLogs', [filter])) as readonly RawLog[];
    },
    { most: BLOCKS_AT_ONCE },
  );
}

function announcedIn({ topics, data }: RawLog): Announced {
  const args = timelockInterface.decodeEventLog('CallScheduled', data, [...topics]);
  return {
    operation: hash(String(args.getValue('id'))),
    index: Number(args.getValue('index')),
    target: address(String(args.getValue('target'))),
    value: BigInt(args.getValue('value')),
    data: String(args.getValue('data')),
    predecessor: String(args.getValue('predecessor')),
  };
}

/** What was announced twice has the same calls both times: its name is their hash. */
function inWords(calls: readonly Announced[], place: TimelockPlace) {
  const byIndex = new Map(calls.map((call) => [call.index, call]));
  const ordered = [...byIndex.values()].sort((a, b) => a.index - b.index);
  const predecessor = ordered[0]?.predecessor ?? ZeroHash;
  return {
    after: predecessor === ZeroHash ? undefined : hash(predecessor),
    calls: ordered.map((call) => callInWords(call, place)),
  };
}

async function timeOf(ask: AskNode, timelock: Address, operation: Hash): Promise<number> {
  const data = timelockInterface.encodeFunctionData('getTimestamp', [operation]);
  const returned = String(await ask('eth_call', [{ to: timelock, data }, 'latest']));
  return Number(timelockInterface.decodeFunctionResult('getTimestamp', returned)[0]);
}
