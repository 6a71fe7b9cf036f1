import { address } from '@exchange/core/kernel';
import { expect, it } from '@jest/globals';
import { Transaction, Wallet } from 'ethers';
import type { Rpc } from './rpc';
import { accountOf, sendSigned } from './send-signed';

const GWEI = 10n ** 9n;
const wallet = new Wallet(`0x${'5'.repeat(64)}`);
const call = { from: accountOf(wallet), to: address(`0x${'c0'.repeat(20)}`), data: '0x12' };

/** What is signed when the node asks for this tip. */
async function signedAt(tip: bigint): Promise<Transaction> {
  let raw = '';
  const rpc: Rpc = async (method, [first]) => {
    if (method === 'eth_maxPriorityFeePerGas') return `0x${tip.toString(16)}`;
    if (method === 'eth_sendRawTransaction') raw = String(first);
    return '0x1';
  };
  await sendSigned(rpc, wallet, call, { gas: 50_000n, price: 10n * GWEI });
  return Transaction.from(raw);
}

it('no node has more paid for gas than three times the price that was shown', async () => {
  expect(await signedAt(GWEI)).toMatchObject({
    ...{ maxFeePerGas: 21n * GWEI, maxPriorityFeePerGas: GWEI, gasLimit: 50_000n },
  });
  expect(await signedAt(1_000_000n * GWEI)).toMatchObject({
    ...{ maxFeePerGas: 30n * GWEI, maxPriorityFeePerGas: 10n * GWEI },
  });
});
