import { lensInterface } from '@exchange/contract/chain';
import type { SumProof } from '@exchange/core/solvency';
import type { FoundExchange } from '../account/account-view';
import { tokenFacts } from '../account/token-facts';
import { amountText } from '../account/units';
import type { Rpc } from '../chain/rpc';
import { Views } from '../chain/views';

/**
 * What was owed as of the proof's block, and what the contract held then and holds now, in words. Throws when the contract
 * held something else then, or the node isn't there yet.
 */
export async function compareWithContract(
  rpc: Rpc,
  place: FoundExchange,
  { account, token, amount, block }: SumProof,
  sum: bigint,
): Promise<readonly string[]> {
  const newest = String(await rpc('eth_blockNumber', []));
  if (Number(newest) < block) {
    throw new Error(
      `the node is at block ${Number(newest)}, before the proof's block ${block}: ask another one`,
    );
  }
  const facts = await tokenFacts(rpc, token, newest);
  const text = (units: bigint) => amountText(units, facts);
  const balanceAt = async (at: string) =>
    BigInt(String(await new Views(rpc, place.lens, lensInterface, at).one('balances', account, token)));
  const then = await balanceAt(`0x${block.toString(16)}`).catch(() => undefined);
  if (then !== undefined && then !== amount) {
    throw new Error(
      `the proof says that ${account} was owed ${text(amount)} at block ${block}, but the contract held ${text(then)}`,
    );
  }
  const now = await balanceAt(newest);
  return [
    `At block ${block} the exchange owed ${account} ${text(amount)}, of ${text(sum)} that it owed to all.`,
    then === undefined
      ? `This node can't tell what the contract held at block ${block}: one that keeps all states (an archive node) can.`
      : `So says the contract, too, as of block ${block}.`,
    `Now, at block ${Number(newest)}, the contract holds ${text(now)} for it: ${changeText(now - amount, text)}`,
  ];
}

function changeText(change: bigint, text: (units: bigint) => string): string {
  if (change === 0n) return 'the same.';
  const size = change > 0n ? `${text(change)} more` : `${text(-change)} less`;
  return `${size}, which deposits, withdrawals and trades since then must explain.`;
}
