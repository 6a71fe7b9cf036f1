import type { Address } from '@exchange/core/kernel';
import { getBytes, keccak256 } from 'ethers';

const BLOOM_BITS = 2048;
/** An address sets so many bits. */
const BITS_SET = 3;

/**
 * Whether a block with this filter may have logs of the contract; when it says no, there are none (Ethereum yellow
 * paper, 4.3.1, M3:2048).
 */
export function mayHoldLogs(logsBloom: string, contract: Address): boolean {
  const filter = getBytes(logsBloom);
  const digest = getBytes(keccak256(contract));
  return Array.from({ length: BITS_SET }, (_, at) => {
    const bit = (((digest[2 * at] ?? 0) << 8) | (digest[2 * at + 1] ?? 0)) % BLOOM_BITS;
    return ((filter[filter.length - 1 - (bit >> 3)] ?? 0) >> (bit & 7)) & 1;
  }).every((set) => set === 1);
}
