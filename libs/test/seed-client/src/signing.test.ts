import { describe, expect, it } from '@jest/globals';
import { verifyMessage, verifyTypedData, Wallet } from 'ethers';
import { oneTimeCode, orderHash, signLogin, signOrder } from './signing';

const key = new Wallet(`0x${'46'.repeat(32)}`);
const domain = { name: 'dex.blue', chainId: 1, contract: '0x000000000000000000000000000000000000c0de' };
const terms = {
  sellToken: '0x0000000000000000000000000000000000000000',
  sellAmount: 10n ** 18n,
  buyToken: `0x${'a1'.repeat(20)}`,
  buyAmount: 200_000_000n,
  expiry: 1_900_000_000,
  nonce: 1_234_567_890_123,
};

describe('signing as the seed says', () => {
  // The vectors of docs/interface/orders.md.
  it('gives the hashes of an order', () => {
    expect(orderHash(domain, terms, 'sign')).toBe(
      '0x2e70fc528a1f1bc61689d1031e476fa62d2bd1667f73aa021971f1d0de5789b2',
    );
    expect(orderHash(domain, terms, 'signTypedData')).toBe(
      '0x22bb425e6c9582d985c9f0eaa5a70004727c75a6027079ac46fd2bd6e47ad169',
    );
  });

  it('signs an order in both formats by the same key', async () => {
    const personal = await signOrder(key, domain, terms, 'sign');
    const hash = Buffer.from(orderHash(domain, terms, 'sign').slice(2), 'hex');
    expect(verifyMessage(hash, personal)).toBe(key.address);
    const typed = await signOrder(key, domain, terms, 'signTypedData');
    expect(typed).not.toBe(personal);
    const Order = [
      ['sellTokenAddress', 'address'],
      ['sellTokenAmount', 'uint128'],
      ['buyTokenAddress', 'address'],
      ['buyTokenAmount', 'uint128'],
      ['expiry', 'uint32'],
      ['nonce', 'uint64'],
    ].map(([name = '', type = '']) => ({ name, type }));
    const values = [
      terms.sellToken,
      terms.sellAmount,
      terms.buyToken,
      terms.buyAmount,
      terms.expiry,
      terms.nonce,
    ];
    const members = Object.fromEntries(Order.map(({ name }, index) => [name, values[index]]));
    const { name, chainId, contract } = domain;
    const place = { name, version: '1', chainId, verifyingContract: contract };
    expect(verifyTypedData(place, { Order }, members, typed)).toBe(key.address);
  });

  it('signs a text that ends with the nonce', async () => {
    const { message, nonce, signature } = await signLogin(key);
    expect(message.endsWith(` ${nonce}`)).toBe(true);
    expect(verifyMessage(message, signature)).toBe(key.address);
  });

  it('gives the codes of RFC 6238', () => {
    // Appendix B, SHA-1, the last six of its eight digits; its secret is "12345678901234567890".
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    expect(oneTimeCode(secret, 59_000)).toBe(287_082);
    expect(oneTimeCode(secret, 1_111_111_109_000)).toBe(81_804);
  });
});
