import { describe, expect, it } from '@jest/globals';
import { address, type Hash } from '@exchange/core/kernel';
import { getBytes, Wallet } from 'ethers';
import fc from 'fast-check';
import { packedHash } from './digest';
import { ethersCrypto } from '../test/ethers-crypto.fixture';
import { anyDomain, anyTerms } from '../test/random-order.fixture';
import { recoverMessageSigner, recoverOrderSigner } from './recover';
import { type OrderSignature, parseSignature } from './signature';
import { ORDER_TYPES, orderMessage, typedDomain } from '../terms/src/typed-data';

const wallet = new Wallet(`0x${'46'.repeat(32)}`);
const account = address(wallet.address);

function parsed(hex: string): OrderSignature {
  const signature = parseSignature(hex);
  if (!signature.ok) throw new Error(signature.message);
  return signature.value;
}

describe('the signer of an order', () => {
  it('is found in both formats, from what ethers signs', async () => {
    await fc.assert(
      fc.asyncProperty(anyTerms, anyDomain, async (terms, domain) => {
        const inner = packedHash(terms, domain.contract, ethersCrypto.keccak256);
        const personal = parsed(await wallet.signMessage(getBytes(inner)));
        expect(recoverOrderSigner(terms, 'sign', personal, domain, ethersCrypto)).toEqual({
          ok: true,
          value: account,
        });
        const typed = parsed(
          await wallet.signTypedData(typedDomain(domain), ORDER_TYPES, orderMessage(terms)),
        );
        expect(recoverOrderSigner(terms, 'signTypedData', typed, domain, ethersCrypto)).toEqual({
          ok: true,
          value: account,
        });
        const crossed = recoverOrderSigner(terms, 'sign', typed, domain, ethersCrypto);
        expect(crossed).not.toEqual({ ok: true, value: account });
      }),
      { numRuns: 20 },
    );
  });

  it('is refused when the signature belongs to no key', () => {
    const noPoint: OrderSignature = {
      v: 27,
      r: `0x${'0'.repeat(63)}5` as Hash,
      s: `0x${'0'.repeat(63)}1` as Hash,
    };
    const [terms] = fc.sample(anyTerms, 1);
    const [domain] = fc.sample(anyDomain, 1);
    if (!terms || !domain) throw new Error('nothing sampled');
    const result = recoverOrderSigner(terms, 'sign', noPoint, domain, ethersCrypto);
    expect(result).toMatchObject({ ok: false, code: 'INVALID_SIGNATURE' });
  });
});

describe('the signer of a text', () => {
  it('is found from what ethers signs', async () => {
    const signature = parsed(await wallet.signMessage('Log in to the exchange 17'));
    expect(recoverMessageSigner('Log in to the exchange 17', signature, ethersCrypto)).toEqual({
      ok: true,
      value: account,
    });
    expect(recoverMessageSigner('Log in to the exchange 18', signature, ethersCrypto)).not.toEqual({
      ok: true,
      value: account,
    });
  });
});
