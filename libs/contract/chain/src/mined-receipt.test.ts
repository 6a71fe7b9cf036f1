import { describe, expect, it } from '@jest/globals';
import type { TransactionReceipt } from 'ethers';
import { minedReceipt } from './mined-receipt';

describe('the receipt of a transaction', () => {
  const receipt = { blockNumber: 7 } as TransactionReceipt;

  it('is given though no block comes after the one that it is in', async () => {
    const asked: string[] = [];
    const source = {
      getTransactionReceipt: (hash: string) => Promise.resolve(asked.push(hash) < 3 ? null : receipt),
    };
    await expect(minedReceipt(source, '0x1')).resolves.toBe(receipt);
    expect(asked).toEqual(['0x1', '0x1', '0x1']);
  });

  it('is not waited for at a node that refuses', async () => {
    const source = { getTransactionReceipt: () => Promise.reject(new Error('no such method')) };
    await expect(minedReceipt(source, '0x1')).rejects.toThrow('no such method');
  });
});
