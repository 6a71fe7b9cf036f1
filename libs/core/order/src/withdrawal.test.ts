import { describe, expect, it } from '@jest/globals';
import { address, amount } from '@exchange/core/kernel';
import { getBytes, hashMessage, hexlify, solidityPackedKeccak256, TypedDataEncoder, Wallet } from 'ethers';
import fc from 'fast-check';
import { ethersCrypto } from '../test/ethers-crypto.fixture';
import { parseSignature } from './signature';
import { typedDomain } from '../terms/src/typed-data';
import {
  checkWithdrawalSigner,
  packedWithdrawalHash,
  SHORT_WITHDRAWAL_TYPES,
  WITHDRAWAL_TYPES,
  withdrawalDigest,
  type WithdrawalTerms,
} from './withdrawal';

const { keccak256 } = ethersCrypto;
const domain = { name: 'dex', chainId: 31_337, contract: address(`0x${'c0'.repeat(20)}`) };
const wallet = new Wallet(`0x${'46'.repeat(32)}`);
const anyAddress = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => address(hexlify(bytes)));
const anyAmount = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }).map(amount);
const anyTerms: fc.Arbitrary<WithdrawalTerms> = fc.record({
  scheme: fc.constantFrom('full', 'short', 'shortPersonal'),
  account: fc.constant(address(wallet.address)),
  token: anyAddress,
  amount: anyAmount,
  maxFee: anyAmount,
  receiver: anyAddress,
  nonce: fc.integer({ min: 0, max: 2 ** 52 - 1 }),
  deadline: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
});

function expectedDigest({
  scheme,
  account,
  token,
  amount,
  maxFee,
  receiver,
  nonce,
  deadline,
}: WithdrawalTerms) {
  const typed = typedDomain(domain);
  if (scheme === 'full') {
    const message = { account, token, amount, maxFee, receiver, nonce, deadline };
    return TypedDataEncoder.hash(typed, WITHDRAWAL_TYPES, message);
  }
  if (scheme === 'short') {
    return TypedDataEncoder.hash(typed, SHORT_WITHDRAWAL_TYPES, { token, amount, nonce });
  }
  const types = ['address', 'uint256', 'uint64', 'address'];
  return hashMessage(getBytes(solidityPackedKeccak256(types, [token, amount, nonce, domain.contract])));
}

describe('the digest of a withdrawal', () => {
  it('equals that of ethers in each form', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        expect(hexlify(withdrawalDigest(terms, domain, keccak256))).toBe(expectedDigest(terms));
      }),
    );
  });
});

describe('the signer of a withdrawal', () => {
  const terms: WithdrawalTerms = {
    scheme: 'shortPersonal',
    account: address(wallet.address),
    token: address(`0x${'da'.repeat(20)}`),
    amount: amount(5n),
    maxFee: amount(0n),
    receiver: address(wallet.address),
    nonce: 7,
    deadline: 2 ** 32 - 1,
  };
  const signed = async (key: Wallet) => {
    const parsed = parseSignature(
      await key.signMessage(packedWithdrawalHash(terms, domain.contract, keccak256)),
    );
    if (!parsed.ok) throw new Error(parsed.message);
    return parsed.value;
  };

  it('must be the account itself', async () => {
    const own = await signed(wallet);
    expect(checkWithdrawalSigner(terms, own, domain, ethersCrypto)).toEqual({ ok: true, value: true });
    const foreign = await signed(new Wallet(`0x${'47'.repeat(32)}`));
    expect(checkWithdrawalSigner(terms, foreign, domain, ethersCrypto)).toMatchObject({
      code: 'INVALID_SIGNATURE',
    });
    for (const change of [{ amount: amount(6n) }, { nonce: 8 }, { scheme: 'short' as const }]) {
      expect(checkWithdrawalSigner({ ...terms, ...change }, own, domain, ethersCrypto).ok).toBe(false);
    }
  });
});
