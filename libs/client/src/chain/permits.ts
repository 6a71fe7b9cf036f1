import { address } from '@exchange/core/kernel';
import type { Signer } from '../order/signer';
import { permit } from '../signing/consents';
import { toHex } from '../signing/hex';
import { signStatement } from '../signing/statement';
import { separatorOf } from '../signing/typed-digest';
import type { AccountOnChain } from './account-on-chain';
import { callData, type CallValue, type FunctionName, returnedText, returnedWords } from './call-data';
import { send, type SendStep } from './steps';

/** How deposits go without an approval, for tokens with permits (EIP-2612). */
export interface PermitOptions {
  /** The account's own key. */
  readonly signer: Signer;
  /** The contract that takes permits (docs/interface, functions). */
  readonly router: string;
}

/** `keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)")` */
const PERMIT_TYPE = '0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9';
/** The router takes nothing of anybody but its caller, so a permit for it that never ends gives nobody else anything. */
const NO_DEADLINE = 2n ** 256n - 1n;

/**
 * The one transaction that deposits by a permit, signed; undefined for a token that has none. Whether it has is asked of the
 * token: its domain must be what we would sign for, its type of permits the standard one, and the router must take the permit.
 */
export async function permitDeposit(
  chain: AccountOnChain,
  { signer, router }: PermitOptions,
  token: string,
  amount: bigint,
): Promise<SendStep | undefined> {
  const spender = address(router);
  // Where nothing is, a call succeeds and moves nothing.
  if (!(await chain.hasCode(spender))) return undefined;
  // A token that has no such function may answer with nothing.
  const ask = async (name: FunctionName, values: readonly CallValue[] = []) => {
    const returned = await orNone(chain.view(token, callData(name, values)));
    return returned === '0x' ? undefined : returned;
  };
  const [separator, nonce, name] = [
    await ask('DOMAIN_SEPARATOR'),
    await ask('nonces', [chain.account]),
    returnedText(await ask('name')),
  ];
  if (separator === undefined || nonce === undefined || name === undefined) return undefined;
  const version = returnedText(await ask('version')) ?? '1';
  const domain = { name, version, chainId: await chain.chainId(), verifyingContract: token };
  const { keccak256 } = await import('../signing/noble-crypto');
  if (separator !== toHex(separatorOf(domain, keccak256))) return undefined;
  const type = await ask('PERMIT_TYPEHASH');
  if (type !== undefined && type !== PERMIT_TYPE) return undefined;
  const allowed = { owner: chain.account, spender, value: amount, deadline: NO_DEADLINE };
  const statement = permit({ ...allowed, nonce: returnedWords(nonce)[0] ?? 0n });
  const { v, r, s } = await signStatement(signer, statement, domain);
  const values = [token, amount, NO_DEADLINE, v, r, s];
  const tried = await orNone(chain.view(spender, callData('depositWithPermit', values)));
  return tried === undefined ? undefined : send(spender, 'depositWithPermit', values);
}

/** What a call returns; undefined when it reverts. */
async function orNone(call: Promise<string>): Promise<string | undefined> {
  try {
    return await call;
  } catch (error) {
    // Nodes and wallets give refusals a number; what has none is no answer.
    if (typeof (error as { readonly code?: unknown }).code === 'number') return undefined;
    throw error;
  }
}
