import { address } from '@exchange/core/kernel';
import { toHex } from './hex';
import type { Signer } from '../order/signer';

/** The part of a wallet that is used (EIP-1193), `window.ethereum` for one. It may ask a person. */
export interface Wallet {
  request(question: { method: string; params?: readonly unknown[] | object }): Promise<unknown>;
}

/** Members of the domain, in the order in which wallets are told them. */
const DOMAIN_TYPE = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

/** Signs with a private key in this process, 0x and 64 hex digits. The cryptography is loaded by the first call. */
export async function keySigner(privateKey: string): Promise<Signer> {
  const { signerOfKey } = await import('./key-signer');
  return signerOfKey(privateKey);
}

/** Has a wallet sign for one of its accounts: each signature may ask a person. Needs no cryptography here. */
export function walletSigner(wallet: Wallet, account: string): Signer {
  const owner = address(account);
  const ask = async (method: string, params: readonly unknown[]): Promise<string> =>
    signatureIn(await wallet.request({ method, params }), method);
  return {
    address: owner,
    signMessage: (message) => ask('personal_sign', [toHex(bytesOf(message)), owner]),
    signTypedData: (domain, types, message) => {
      const typed = {
        types: { EIP712Domain: DOMAIN_TYPE, ...types },
        primaryType: Object.keys(types)[0],
        ...{ domain, message },
      };
      return ask('eth_signTypedData_v4', [owner, JSON.stringify(typed)]);
    },
  };
}

const bytesOf = (message: string | Uint8Array): Uint8Array =>
  typeof message === 'string' ? new TextEncoder().encode(message) : message;

const SIGNATURE = /^0x[0-9a-f]{130}$/i;

function signatureIn(answer: unknown, method: string): string {
  if (typeof answer === 'string' && SIGNATURE.test(answer)) return answer;
  throw new TypeError(`the wallet answers ${method} with what is no signature of 65 bytes`);
}
