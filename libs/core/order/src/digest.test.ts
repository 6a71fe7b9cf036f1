import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { address, hash } from '@exchange/core/kernel';
import { getBytes, hashMessage, hexlify, solidityPackedKeccak256, TypedDataEncoder } from 'ethers';
import fc from 'fast-check';
import { hashTypedData } from 'viem';
import { toHash } from './bytes';
import {
  canonicalHash,
  digestToSign,
  orderStructHash,
  packedHash,
  personalDigest,
  personalMessageDigest,
  publicHash,
  typedDigest,
} from './digest';
import { ethersCrypto } from '../test/ethers-crypto.fixture';
import { anyDomain, anyTerms } from '../test/random-order.fixture';
import { domainSeparator } from './signing-domain';
import { termsFrom } from '../terms/src/terms';
import { ORDER_TYPES, orderMessage, typedDomain } from '../terms/src/typed-data';

const keccak = ethersCrypto.keccak256;

/** The vector that the contract's own tests use. */
const vectorFile = new URL('../../../../contracts/vectors/order.json', import.meta.url);
const vector = JSON.parse(readFileSync(vectorFile, 'utf8'));

describe('order hashes', () => {
  it('give the published vector', () => {
    const { name, chainId, contract } = vector.domain;
    const domain = { name, chainId, contract: address(contract) };
    const terms = termsFrom(vector.order);
    expect(hexlify(domainSeparator(domain, keccak))).toBe(vector.domainSeparator);
    expect(hexlify(orderStructHash(terms, keccak))).toBe(vector.structHash);
    expect(canonicalHash(terms, domain, keccak)).toBe(vector.typedDigest);
    expect(publicHash(terms, 'signTypedData', domain, keccak)).toBe(vector.typedDigest);
    expect(publicHash(terms, 'sign', domain, keccak)).toBe(vector.personalInnerHash);
    expect(hexlify(digestToSign(terms, 'sign', domain, keccak))).toBe(vector.personalDigest);
    expect(hexlify(digestToSign(terms, 'signTypedData', domain, keccak))).toBe(vector.typedDigest);
  });

  it('of typed data equal those of ethers and viem for any order and domain', () => {
    fc.assert(
      fc.property(anyTerms, anyDomain, (terms, domain) => {
        const digest = hexlify(typedDigest(terms, domain, keccak));
        const message = orderMessage(terms);
        expect(digest).toBe(TypedDataEncoder.hash(typedDomain(domain), ORDER_TYPES, message));
        const viemDomain = { ...typedDomain(domain), verifyingContract: domain.contract as `0x${string}` };
        expect(digest).toBe(
          hashTypedData({
            domain: viemDomain,
            types: ORDER_TYPES,
            primaryType: 'Order',
            message: { ...message },
          }),
        );
      }),
    );
  });

  it('of the personal format equal those of ethers for any order', () => {
    const types = ['address', 'uint128', 'address', 'uint128', 'uint32', 'uint64', 'address'];
    fc.assert(
      fc.property(anyTerms, anyDomain, (terms, { contract }) => {
        const inner = packedHash(terms, contract, keccak);
        const { sellToken, sellAmount, buyToken, buyAmount, expiry, nonce } = terms;
        const values = [sellToken, sellAmount, buyToken, buyAmount, expiry, nonce, contract];
        expect(hexlify(inner)).toBe(solidityPackedKeccak256(types, values));
        expect(hexlify(personalDigest(inner, keccak))).toBe(hashMessage(inner));
      }),
    );
  });

  it('leave no trace of the order before', () => {
    fc.assert(
      fc.property(anyTerms, anyTerms, anyDomain, (one, other, domain) => {
        const first = canonicalHash(one, domain, keccak);
        canonicalHash(other, domain, keccak);
        expect(canonicalHash(one, domain, keccak)).toBe(first);
      }),
      { numRuns: 30 },
    );
  });

  it('of texts equal those of ethers, counted in UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (message) => {
        expect(hexlify(personalMessageDigest(message, keccak))).toBe(hashMessage(message));
      }),
    );
    expect(hexlify(personalMessageDigest('0x1234', keccak))).toBe(hashMessage('0x1234'));
    expect(hexlify(personalMessageDigest('0x1234', keccak))).not.toBe(hashMessage(getBytes('0x1234')));
  });
});

describe('hash text', () => {
  it('is lower-case hex of 32 bytes', () => {
    expect(toHash(new Uint8Array(32).fill(0xab))).toBe(hash(`0x${'ab'.repeat(32)}`));
    expect(() => toHash(new Uint8Array(31))).toThrow('32 bytes');
  });
});
