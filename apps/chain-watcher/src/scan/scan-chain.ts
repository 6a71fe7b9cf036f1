import type { Finality } from '@exchange/contract/chain';
import { type Address, present } from '@exchange/core/kernel';
import { eventsOf, openAnnouncements } from './block-events';
import type { BlockHeader, BlockId, ChainReader, ContractLog } from './chain-reader';
import { DeepReorgError } from './deep-reorg-error';
import type { KnownChain } from './known-chain';
import type { PlacedEvent, Scan } from './scan';

/** Blocks read in one look, so that catching up after a long stop goes in steps. */
export const SCAN_BLOCKS_MAX = 256;
const PARALLEL_READS = 16;

/**
 * Compares the chain, whose newest block has the number `head`, with what is known of it. A block is final as soon as the
 * chain says so, or when so many blocks stand on it. Undefined when nothing changed, or when the chain changed
 * during the look, so that only the next one can tell. Throws {@link DeepReorgError} when a final block is no longer part of
 * the chain.
 */
export async function scanChain(
  reader: ChainReader,
  known: KnownChain,
  head: number,
  finality: Finality,
): Promise<Scan | undefined> {
  const tip = known.tip;
  const base = tip && (await commonBlock(reader, known, tip, head));
  const from = base ? base.number + 1 : known.startBlock;
  const to = Math.min(head, from + SCAN_BLOCKS_MAX - 1);
  if (to < from && base?.hash === tip?.hash) return undefined;

  const headers = await readHeaders(reader, from, to);
  if (!isOneChain(base, headers)) return undefined;
  const finalized = finality === 'finalized' ? await reader.finalized() : undefined;
  if (finalized && contradicts(finalized, known, headers)) return undefined;
  const admin = await reader.admin(head);
  const logs = await reader.logs(headers, admin);
  if (!belongTo(logs, headers)) return undefined;
  const blocks = headers.map(({ number, hash, parent, time }) => ({
    ...{ number, hash, parent, time },
    events: eventsOf(
      logs.filter((log) => log.blockNumber === number),
      known.contract,
    ),
  }));
  const announced = await announcedBefore(reader, known, admin, base);
  // While it catches up, the chain's final block may be one that is read only later.
  const finalUpTo = finality === 'finalized' ? Math.min(finalized?.number ?? -1, to) : to - finality;
  return { kind: 'scan', base, blocks, finalUpTo, head, admin, announced, gasPrice: await reader.gasPrice() };
}

/** Whether the chain's final block is another than the one of that number that was read or is known. */
function contradicts({ number, hash }: BlockId, known: KnownChain, headers: readonly BlockHeader[]): boolean {
  const read = headers.find((header) => header.number === number) ?? known.block(number);
  return read !== undefined && read.hash !== hash;
}

/** What an admin that wasn't watched announced in the blocks that are known already, and hasn't done yet. */
async function announcedBefore(
  reader: ChainReader,
  known: KnownChain,
  admin: Address | undefined,
  base: BlockId | undefined,
): Promise<readonly PlacedEvent[]> {
  if (admin === undefined || admin === known.admin || base === undefined) return [];
  const logs = await reader.announcements(admin, known.startBlock, base.number);
  return openAnnouncements(logs, known.contract);
}

/** The chain ends below what is known, but as far as it goes it is the same: no chain does, a node that is behind does. */
export async function isOnlyBehind(reader: ChainReader, known: KnownChain, head: number): Promise<boolean> {
  const tip = known.tip;
  if (!tip || head >= tip.number) return false;
  const expected = known.block(head)?.hash;
  return expected === undefined || (await reader.block(head)).hash === expected;
}

/** The newest known block that the chain still has; undefined when none of the blocks, all unfinal, is left. */
async function commonBlock(
  reader: ChainReader,
  known: KnownChain,
  tip: BlockId,
  head: number,
): Promise<BlockId | undefined> {
  // The usual case, one call: the next block is a child of the tip.
  if (head > tip.number && (await reader.block(tip.number + 1)).parent === tip.hash) return tip;
  const oldest = known.final?.number ?? known.startBlock;
  for (let number = Math.min(head, tip.number); number >= oldest; number--) {
    const expected = present(known.block(number)?.hash, `known block ${number}`);
    if ((await reader.block(number)).hash === expected) return { number, hash: expected };
  }
  if (known.final) throw new DeepReorgError(known.final, head);
  return undefined;
}

async function readHeaders(reader: ChainReader, from: number, to: number): Promise<readonly BlockHeader[]> {
  const headers: BlockHeader[] = [];
  for (let start = from; start <= to; start += PARALLEL_READS) {
    const count = Math.min(PARALLEL_READS, to - start + 1);
    const numbers = Array.from({ length: count }, (_, index) => start + index);
    headers.push(...(await Promise.all(numbers.map((number) => reader.block(number)))));
  }
  return headers;
}

function isOneChain(base: BlockId | undefined, headers: readonly BlockHeader[]): boolean {
  return headers.every((header, index) => {
    const before = index === 0 ? base : headers[index - 1];
    return before === undefined || header.parent === before.hash;
  });
}

function belongTo(logs: readonly ContractLog[], headers: readonly BlockHeader[]): boolean {
  const hashes = new Map(headers.map((header) => [header.number, header.hash]));
  return logs.every((log) => hashes.get(log.blockNumber) === log.blockHash);
}
