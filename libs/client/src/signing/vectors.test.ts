import { describe, expect, it } from '@jest/globals';
import {
  DOMAIN_VERSION,
  orderMessage,
  ORDER_TYPES,
  packedHash,
  packedWithdrawalHash,
  SHORT_WITHDRAWAL_TYPES,
  type SigningDomain,
  type TypedDomain,
  typedDomain,
  WITHDRAWAL_TYPES,
  type WithdrawalScheme,
} from '@exchange/core/order';
import { address, amount } from '@exchange/core/kernel';
import { Wallet as EthersWallet } from 'ethers';
import fc from 'fast-check';
import { hashMessage, hashTypedData } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { usernameMessage } from '../identity';
import { loginMessage } from '../order/login-message';
import { type Signer, signOrder } from '../order/signer';
import { coSignedWithdrawal, delegateRemoval, minimumNonce, orderCancellation, permit } from './consents';
import { signDelegation } from './sign-delegation';
import { toHex } from './hex';
import { keccak256 } from './noble-crypto';
import { keySigner, walletSigner } from './signers';
import { signStatement, type TypedStatement } from './statement';
import { signWithdrawalTerms } from './withdrawal-statement';

/** Of each kind. `npm run test:signed-vectors` draws a thousand. */
const RUNS = Number(process.env['SIGNED_VECTORS'] ?? 25);
/** A signature takes each library some milliseconds, on a busy machine ten times as many. */
const TIMEOUT_MS = 60_000 + RUNS * 300;
const KEY = `0x${'4c'.repeat(32)}` as const;
const ethers = new EthersWallet(KEY);
const viem = privateKeyToAccount(KEY);
const ours: Signer = await keySigner(KEY);

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((value) => toHex(value));
const someAddress = bytes(20).map(address);
const someAmount = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map(amount);
const someDomain: fc.Arbitrary<SigningDomain> = fc.record({
  name: fc.string({ unit: 'grapheme', maxLength: 30 }),
  chainId: fc.integer({ min: 1, max: 2 ** 40 }),
  contract: someAddress,
});
const uint32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });

/** What both libraries signed, by the digest: so a wallet signs it, from what it is asked alone. */
const signatures = new Map<string, `0x${string}`>();

/** The signature of the same typed data by both libraries, which is one. */
async function typedSignature(
  domain: TypedDomain,
  types: Parameters<Signer['signTypedData']>[1],
  message: object,
) {
  const primaryType = Object.keys(types)[0] ?? '';
  const typed = { types, primaryType, message: message as Record<string, unknown> };
  const byViem = await viem.signTypedData({ domain: domain as never, ...typed });
  expect(await ethers.signTypedData(domain, types, message)).toBe(byViem);
  signatures.set(hashTypedData({ domain: domain as never, ...typed }), byViem);
  return byViem;
}

async function personalSignature(message: string | Uint8Array) {
  const asViem = typeof message === 'string' ? message : { raw: message };
  const byViem = await viem.signMessage({ message: asViem });
  expect(await ethers.signMessage(message)).toBe(byViem);
  signatures.set(hashMessage(asViem), byViem);
  return byViem;
}

const wallet = walletSigner(
  {
    request: ({ method, params }) => {
      const [first, second] = params as [`0x${string}`, string];
      if (method === 'personal_sign') return Promise.resolve(signatures.get(hashMessage({ raw: first })));
      expect([method, first]).toEqual(['eth_signTypedData_v4', viem.address.toLowerCase()]);
      const typed = JSON.parse(second) as Parameters<typeof hashTypedData>[0];
      return Promise.resolve(signatures.get(hashTypedData(typed)));
    },
  },
  viem.address,
);

const holds = <T>(values: fc.Arbitrary<T>, check: (value: T) => Promise<void>) =>
  fc.assert(fc.asyncProperty(values, check), { numRuns: RUNS });

const members = (text: string) =>
  text.split(',').map((member) => {
    const [type = '', name = ''] = member.split(' ');
    return { type, name };
  });

const compact = ({ v, r, s }: { v: number; r: string; s: string }) => `${r}${s.slice(2)}${v.toString(16)}`;

// As the contract writes them (contracts/src/Signatures.sol), and EIP-2612.
const DELEGATION = { Delegation: members('address account,address delegate,uint32 deadline') };
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const consent = <T extends object>(
  text: string,
  fields: { [K in keyof T]: fc.Arbitrary<T[K]> },
  build: (drawn: T) => TypedStatement,
) => ({
  members: members(text),
  values: fc.record(fields).map((drawn) => ({ message: drawn as object, ours: build(drawn as T) })),
});

const CONSENTS = {
  OrderCancellation: consent(
    'address account,bytes32[] orderHashes,uint32 deadline',
    { account: someAddress, orderHashes: fc.array(bytes(32), { maxLength: 5 }), deadline: uint32 },
    (drawn) => orderCancellation(drawn.account, drawn.orderHashes, drawn.deadline),
  ),
  MinimumNonce: consent(
    'address account,address token,uint64 minNonce,uint32 deadline',
    { account: someAddress, token: someAddress, minNonce: fc.maxSafeNat(), deadline: uint32 },
    (drawn) => minimumNonce(drawn.account, drawn.token, drawn.minNonce, drawn.deadline),
  ),
  DelegateRemoval: consent(
    'address account,address delegate,uint32 deadline',
    { account: someAddress, delegate: someAddress, deadline: uint32 },
    (drawn) => delegateRemoval(drawn.account, drawn.delegate, drawn.deadline),
  ),
  ArbiterWithdrawal: consent(
    'address account,address token,uint256 amount,address receiver,uint64 nonce,uint32 deadline',
    {
      ...{ account: someAddress, token: someAddress, amount: uint256, receiver: someAddress },
      ...{ nonce: fc.maxSafeNat(), deadline: uint32 },
    },
    coSignedWithdrawal,
  ),
  Permit: consent(
    'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline',
    {
      ...{ owner: someAddress, spender: someAddress, value: uint256, nonce: uint256 },
      deadline: uint256,
    },
    permit,
  ),
};

describe('what the client signs is byte for byte what ethers and viem sign', () => {
  it('has their address, and no key but a key', async () => {
    expect(ours.address).toBe(ethers.address.toLowerCase());
    expect(DOMAIN_VERSION).toBe('1');
    for (const bad of ['', '0x', `0x${'00'.repeat(32)}`, `0x${'ff'.repeat(32)}`, KEY.slice(0, -2)]) {
      await expect(keySigner(bad)).rejects.toThrow(RangeError);
    }
  });

  it(
    'orders, in both formats',
    async () => {
      const terms = fc.record({
        ...{ sellToken: someAddress, sellAmount: someAmount, buyToken: someAddress, buyAmount: someAmount },
        ...{ expiry: uint32, nonce: fc.maxSafeNat() },
      });
      await holds(fc.tuple(terms, someDomain), async ([order, domain]) => {
        const typed = await typedSignature(typedDomain(domain), ORDER_TYPES, orderMessage(order));
        const packed = await personalSignature(packedHash(order, domain.contract, keccak256));
        for (const signer of [ours, wallet]) {
          expect(await signOrder(signer, order, 'signTypedData', domain)).toBe(typed);
          expect(await signOrder(signer, order, 'sign', domain)).toBe(packed);
        }
      });
    },
    TIMEOUT_MS,
  );

  it(
    'withdrawals, in all three forms',
    async () => {
      const terms = fc.record({
        ...{
          scheme: fc.constantFrom<WithdrawalScheme>('full', 'short', 'shortPersonal'),
          account: someAddress,
        },
        ...{ token: someAddress, amount: someAmount, maxFee: someAmount, receiver: someAddress },
        ...{ nonce: fc.integer({ min: 0, max: 2 ** 52 - 1 }), deadline: uint32 },
      });
      await holds(fc.tuple(terms, someDomain), async ([withdrawal, domain]) => {
        const { scheme, account, token, receiver, nonce, deadline } = withdrawal;
        const short = { token, amount: withdrawal.amount.toString(), nonce };
        const full = { account, ...short, maxFee: withdrawal.maxFee.toString(), receiver, deadline };
        const expected = {
          full: () => typedSignature(typedDomain(domain), WITHDRAWAL_TYPES, full),
          short: () => typedSignature(typedDomain(domain), SHORT_WITHDRAWAL_TYPES, short),
          shortPersonal: () =>
            personalSignature(packedWithdrawalHash(withdrawal, domain.contract, keccak256)),
        };
        const signature = await expected[scheme]();
        for (const signer of [ours, wallet]) {
          expect(await signWithdrawalTerms(signer, withdrawal, domain)).toBe(signature);
        }
      });
    },
    TIMEOUT_MS,
  );

  it(
    'the consent of delegates',
    async () => {
      const consents = fc.record({ account: someAddress, deadline: uint32 });
      await holds(fc.tuple(consents, someDomain), async ([{ account, deadline }, domain]) => {
        const message = { account, delegate: ours.address, deadline };
        const signature = await typedSignature(typedDomain(domain), DELEGATION, message);
        for (const signer of [ours, wallet]) {
          expect(compact(await signDelegation(signer, account, deadline, domain))).toBe(signature);
        }
      });
    },
    TIMEOUT_MS,
  );

  it.each(Object.entries(CONSENTS))(
    'the consent %s',
    async (type, { members: fields, values }) => {
      await holds(fc.tuple(values, someDomain), async ([{ ours: built, message }, domain]) => {
        const types = { [type]: fields };
        const signature = await typedSignature(typedDomain(domain), types, message);
        for (const signer of [ours, wallet]) {
          expect(compact(await signStatement(signer, built, typedDomain(domain)))).toBe(signature);
        }
      });
    },
    TIMEOUT_MS,
  );

  it(
    'texts: of logins, of names, and any other',
    async () => {
      const texts = fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.tuple(fc.string(), fc.maxSafeNat()).map(([name, nonce]) => loginMessage(name, nonce)),
        fc.string().map(usernameMessage),
      );
      await holds(texts, async (text) => {
        const signature = await personalSignature(text);
        for (const signer of [ours, wallet]) expect(await signer.signMessage(text)).toBe(signature);
      });
    },
    TIMEOUT_MS,
  );
});
