import { assert } from '@exchange/core/kernel';
import { DOMAIN_VERSION, type SigningDomain } from '../terms/src/domain';
import { writeHex } from './bytes';
import type { Keccak256 } from './crypto';

const DOMAIN_TYPE = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)';
const WORD = 32;

const text = new TextEncoder();
const separators = new WeakMap<SigningDomain, Uint8Array>();

/** EIP-712 domain separator (32 bytes, not to be changed by the caller); remembered for each domain object. */
export function domainSeparator(domain: SigningDomain, keccak: Keccak256): Uint8Array {
  const known = separators.get(domain);
  if (known !== undefined) return known;
  assert(Number.isSafeInteger(domain.chainId) && domain.chainId > 0, `no chain id: ${domain.chainId}`);
  const data = new Uint8Array(5 * WORD);
  data.set(keccak(text.encode(DOMAIN_TYPE)), 0);
  data.set(keccak(text.encode(domain.name)), WORD);
  data.set(keccak(text.encode(DOMAIN_VERSION)), 2 * WORD);
  new DataView(data.buffer).setBigUint64(4 * WORD - 8, BigInt(domain.chainId));
  writeHex(data, 5 * WORD - 20, domain.contract);
  const separator = keccak(data);
  separators.set(domain, separator);
  return separator;
}
