import { getBytes, hexlify, keccak256 } from 'ethers';

/** What contracts/compile.mjs knows of the code that a contract has on a chain. */
export interface RuntimeFacts {
  /** Bytes. */
  readonly size: number;
  /** keccak256 of the code with every immutable value zeroed; the hash of the metadata is in it. */
  readonly maskedHash: string;
  /** Where each immutable value (a word) stands, in bytes, by its name in the source. */
  readonly immutables: Readonly<Record<string, readonly number[]>>;
}

const WORD = 32;

/** What is found where nothing lies. */
export const NO_CONTRACT = 'no contract';

/**
 * Why a code on a chain isn't the compiled one with these immutable values (0x and 64 hex digits each, by name); undefined
 * if it is, byte for byte.
 */
export function codeDifference(
  code: string,
  facts: RuntimeFacts,
  values: Readonly<Record<string, string>>,
): string | undefined {
  const bytes = getBytes(code);
  if (bytes.length === 0) return NO_CONTRACT;
  if (bytes.length !== facts.size) return `${bytes.length} bytes instead of ${facts.size}`;
  for (const [name, places] of Object.entries(facts.immutables)) {
    const expected = values[name];
    for (const start of places) {
      const found = hexlify(bytes.subarray(start, start + WORD));
      if (found !== expected?.toLowerCase()) return `${name} is ${found}, not ${expected ?? 'known'}`;
      bytes.fill(0, start, start + WORD);
    }
  }
  const masked = keccak256(bytes);
  return masked === facts.maskedHash ? undefined : `other code: ${masked} instead of ${facts.maskedHash}`;
}
