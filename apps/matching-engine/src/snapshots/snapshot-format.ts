import { createHash, type Hash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { MarketSnapshot } from '@exchange/core/matching';
import type { ProcessorSnapshot } from '../markets/market-processor';
import type { SnapshotRow } from '../persistence/tables';

/** Raised whenever the parts, the state in them or its hash mean something else. */
export const SNAPSHOT_VERSION = 3;
/** Version 1 had an object for each order, version 2 no version of the rules. */
export const READABLE_VERSIONS: readonly number[] = [1, 2, SNAPSHOT_VERSION];

/** So that no part takes much memory or a long pause: about this many characters, and never more than an item too many. */
const CHARACTERS_PER_PART = 250_000;

/** Fast: the parts are written once and hardly ever read. */
const COMPRESSION = { level: 1 } as const;

/** The first part: the market processor with empty lists. */
type Head = ProcessorSnapshot;

/** Every later part: items of one list of the market, by its name, or of the inputs that wait. */
interface Items {
  readonly list: string;
  readonly items: readonly unknown[];
}

const BACKLOG = 'backlog of the desk';

/** A market processor in parts, each compressed JSON that can be read by itself. */
export function* encodeProcessor({ market, backlog, ...processor }: ProcessorSnapshot): Iterable<Uint8Array> {
  const lists: (readonly [string, readonly unknown[]])[] = [[BACKLOG, backlog]];
  let short: MarketSnapshot | null = null;
  if (market !== null) {
    const entries = Object.entries(market) as [string, unknown][];
    for (const [name, value] of entries) if (Array.isArray(value)) lists.push([name, value]);
    const emptied = entries.map(([name, value]) => [name, Array.isArray(value) ? [] : value] as const);
    short = Object.fromEntries(emptied) as unknown as MarketSnapshot;
  }
  yield packed(JSON.stringify({ market: short, backlog: [], ...processor } satisfies Head));
  for (const [list, items] of lists) yield* encodeList(list, items);
}

function* encodeList(list: string, items: readonly unknown[]): Iterable<Uint8Array> {
  let texts: string[] = [];
  let characters = 0;
  const part = () => packed(`{"list":${JSON.stringify(list)},"items":[${texts.join(',')}]}`);
  for (const item of items) {
    const text = JSON.stringify(item);
    texts.push(text);
    characters += text.length;
    if (characters < CHARACTERS_PER_PART) continue;
    yield part();
    texts = [];
    characters = 0;
  }
  if (texts.length > 0) yield part();
}

/** Reads what {@link encodeProcessor} made. Throws on anything else. */
export function decodeProcessor(parts: readonly Uint8Array[]): ProcessorSnapshot {
  const [first, ...rest] = parts;
  if (first === undefined) throw new Error('a snapshot without parts');
  const { market, ...processor } = unpacked(first) as Head;
  const lists = new Map<string, unknown[]>();
  for (const part of rest) {
    const { list, items } = unpacked(part) as Items;
    const known = lists.get(list) ?? [];
    for (const item of items) known.push(item);
    lists.set(list, known);
  }
  const backlog = (lists.get(BACKLOG) ?? []) as ProcessorSnapshot['backlog'];
  lists.delete(BACKLOG);
  const filled = market === null ? null : ({ ...market, ...Object.fromEntries(lists) } as MarketSnapshot);
  return { ...processor, market: filled, backlog };
}

const packed = (json: string): Uint8Array => deflateRawSync(json, COMPRESSION);

const unpacked = (part: Uint8Array): unknown => JSON.parse(inflateRawSync(part).toString('utf8'));

/** The checksum of a snapshot as its parts come. */
export class SnapshotChecksum {
  private readonly hash: Hash = createHash('sha256');

  constructor({
    market,
    number,
    version,
    stateHash,
  }: Omit<SnapshotRow, 'parts' | 'checksum' | 'isComplete'>) {
    this.hash.update(JSON.stringify([market, number, version, stateHash]));
  }

  add(part: Uint8Array): void {
    this.hash.update(`${part.length}:`).update(part);
  }

  /** In hex; nothing can be added afterwards. */
  finish(): string {
    return this.hash.digest('hex');
  }
}
