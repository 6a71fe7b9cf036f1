import { describe, expect, it } from '@jest/globals';
import {
  DOMAIN_VERSION,
  orderMessage,
  ORDER_TYPES,
  packedHash,
  packedWithdrawalHash,
  SHORT_WITHDRAWAL_TYPES,
  type SigningDomain,
  typedDomain,
  WITHDRAWAL_TYPES,
  type WithdrawalScheme,
} from '@exchange/core/order';
import { address, amount } from '@exchange/core/kernel';
import { Wallet as EthersWallet } from 'ethers';
import fc from 'fast-check';
import { privateKeyToAccount } from 'viem/accounts';
import { loginMessage } from '../order/login-message';
import { type Signer, signOrder, signWithdrawalTerms } from '../order/signer';
import { DELEGATION_TYPES, signDelegation } from './delegation';
import { toHex } from './hex';
import { keccak256 } from './noble-crypto';
import { keySigner, walletSigner } from './signers';

/** Of each kind. `npm run test:signed-vectors` draws a thousand. */
const RUNS = Number(process.env['SIGNED_VECTORS'] ?? 25);
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

/** The signature of the same typed data by both libraries, which is one. */
async function typedSignature(
  domain: SigningDomain,
  types: Parameters<Signer['signTypedData']>[1],
  message: object,
) {
  const primaryType = Object.keys(types)[0] ?? '';
  const byViem = await viem.signTypedData({
    domain: typedDomain(domain) as never,
    ...{ types, primaryType, message: message as Record<string, unknown> },
  });
  expect(await ethers.signTypedData(typedDomain(domain), types, message)).toBe(byViem);
  return byViem;
}

async function personalSignature(message: string | Uint8Array) {
  const byViem = await viem.signMessage({
    message: typeof message === 'string' ? message : { raw: message },
  });
  expect(await ethers.signMessage(message)).toBe(byViem);
  return byViem;
}

/** A wallet that signs as browsers' wallets do, from what it is asked alone. */
const wallet = walletSigner(
  {
    request: async ({ method, params }) => {
      const [first, second] = params as [string, string];
      if (method === 'personal_sign') return viem.signMessage({ message: { raw: first as `0x${string}` } });
      expect([method, first]).toEqual(['eth_signTypedData_v4', viem.address.toLowerCase()]);
      return viem.signTypedData(JSON.parse(second) as Parameters<typeof viem.signTypedData>[0]);
    },
  },
  viem.address,
);

const holds = <T>(values: fc.Arbitrary<T>, check: (value: T) => Promise<void>) =>
  fc.assert(fc.asyncProperty(values, check), { numRuns: RUNS });

describe('what the client signs is byte for byte what ethers and viem sign', () => {
  it('has their address, and no key but a key', async () => {
    expect(ours.address).toBe(ethers.address.toLowerCase());
    expect(DOMAIN_VERSION).toBe('1');
    for (const bad of ['', '0x', `0x${'00'.repeat(32)}`, `0x${'ff'.repeat(32)}`, KEY.slice(0, -2)]) {
      await expect(keySigner(bad)).rejects.toThrow(RangeError);
    }
  });

  it('orders, in both formats', async () => {
    const terms = fc.record({
      ...{ sellToken: someAddress, sellAmount: someAmount, buyToken: someAddress, buyAmount: someAmount },
      ...{ expiry: uint32, nonce: fc.maxSafeNat() },
    });
    await holds(fc.tuple(terms, someDomain), async ([order, domain]) => {
      const typed = await typedSignature(domain, ORDER_TYPES, orderMessage(order));
      const packed = await personalSignature(packedHash(order, domain.contract, keccak256));
      for (const signer of [ours, wallet]) {
        expect(await signOrder(signer, order, 'signTypedData', domain)).toBe(typed);
        expect(await signOrder(signer, order, 'sign', domain)).toBe(packed);
      }
    });
  });

  it('withdrawals, in all three forms', async () => {
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
        full: () => typedSignature(domain, WITHDRAWAL_TYPES, full),
        short: () => typedSignature(domain, SHORT_WITHDRAWAL_TYPES, short),
        shortPersonal: () => personalSignature(packedWithdrawalHash(withdrawal, domain.contract, keccak256)),
      };
      const signature = await expected[scheme]();
      for (const signer of [ours, wallet]) {
        expect(await signWithdrawalTerms(signer, withdrawal, domain)).toBe(signature);
      }
    });
  });

  it('the consent of delegates', async () => {
    const consents = fc.record({ account: someAddress, deadline: uint32 });
    await holds(fc.tuple(consents, someDomain), async ([{ account, deadline }, domain]) => {
      const message = { account, delegate: ours.address, deadline };
      const signature = await typedSignature(domain, DELEGATION_TYPES, message);
      for (const signer of [ours, wallet]) {
        const { v, r, s } = await signDelegation(signer, account, deadline, domain);
        expect(`${r}${s.slice(2)}${v.toString(16)}`).toBe(signature);
      }
    });
  });

  it('texts: of logins, of names, and any other', async () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.tuple(fc.string(), fc.maxSafeNat()).map(([name, nonce]) => loginMessage(name, nonce)),
      fc.string().map((name) => `Set username: ${name}`),
    );
    await holds(texts, async (text) => {
      const signature = await personalSignature(text);
      for (const signer of [ours, wallet]) expect(await signer.signMessage(text)).toBe(signature);
    });
  });
});
