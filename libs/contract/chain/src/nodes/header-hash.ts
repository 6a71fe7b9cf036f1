import { encodeRlp, keccak256, toBeHex } from 'ethers';

/** What is read of a block (Ethereum JSON-RPC, eth_getBlockByNumber); a block that isn't mined yet has no hash. */
export interface NodeBlock extends Readonly<Record<(typeof FIELDS)[number], string>> {
  readonly hash: string | null;
  /** Hashes of the block's transactions, in order. */
  readonly transactions: readonly string[];
}

/** The members of a header in the order of its RLP (execution specs, Header); forks have added to the end. */
const FIELDS = [
  ...['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'logsBloom'],
  ...['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp', 'extraData', 'mixHash', 'nonce'],
  ...['baseFeePerGas', 'withdrawalsRoot', 'blobGasUsed', 'excessBlobGas', 'parentBeaconBlockRoot'],
  ...['requestsHash', 'blockAccessListHash'],
] as const satisfies readonly string[];

const NUMBERS: ReadonlySet<string> = new Set([
  ...['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp'],
  ...['baseFeePerGas', 'blobGasUsed', 'excessBlobGas'],
]);

/** Keccak256 of a header's RLP: what its children name as their parent. */
export function headerHash(block: NodeBlock): string {
  const present = FIELDS.filter((field) => (block[field] ?? null) !== null);
  return keccak256(
    encodeRlp(present.map((field) => (NUMBERS.has(field) ? quantity(block[field]) : block[field]))),
  );
}

/** A number as RLP has it: no leading zeros, nothing for zero. */
export const quantity = (text: string): string => {
  const value = BigInt(text);
  return value === 0n ? '0x' : toBeHex(value);
};
