import { pow10 } from '@exchange/core/kernel';
import { parseEther } from 'ethers';
import type { ChainAccount } from '../../kit/trading/chain-account';
import type { Prices } from './price-walk';
import type { HeldToken, DemoTrader } from '../../kit/trading/trader';
import type { Seat } from './behaviour';

/** What a trader brings of each of its two tokens, in millionths of a dollar. */
const MEANS = 200_000n * 1_000_000n;
const GAS_MONEY = parseEther('5');

function meansOf(token: HeldToken, prices: Prices): bigint {
  const price = prices[token.symbol];
  if (price === undefined) throw new Error(`the demo has no price for ${token.symbol}`);
  return (MEANS * pow10(token.decimals)) / price;
}

async function bring(
  banker: ChainAccount,
  trader: DemoTrader,
  token: HeldToken,
  means: bigint,
): Promise<void> {
  if ((await trader.usable(token)) >= means / 4n) return;
  const { address } = trader.chain.wallet;
  if (token.symbol === 'ETH' || (await trader.chain.owned(token.contract)) < means) {
    await banker.give(address, token.contract, means);
  }
  await trader.deposit(token, means);
}

/** Gives a trader what it needs on the chain, as far as it lacks it, and has it deposit that. */
export async function fund(
  banker: ChainAccount,
  { trader, market, walk }: Seat,
  ether: string,
): Promise<void> {
  const { chain } = trader;
  if ((await chain.owned(ether)) < GAS_MONEY) await banker.give(chain.wallet.address, ether, GAS_MONEY);
  for (const token of [market.traded, market.quote]) {
    await bring(banker, trader, token, meansOf(token, walk.prices));
  }
}
