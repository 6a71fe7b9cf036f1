import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exchangeInterface, REBATE_POOL } from '@exchange/contract/chain';
import { ZERO_ADDRESS } from '@exchange/core/kernel';
import { startAnvil, type TestChain } from '@exchange/test/kit';
import { Contract, parseEther } from 'ethers';
import { deploy } from './deploy';
import { operatorKeys } from './dev-keys';
import { firstBudgetOf, fundRebateBudget } from './rebate-budget';
import { TEST_TOKENS } from '../listing/listed';

describe('a development chain', () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startAnvil();
  });
  afterAll(async () => {
    await chain?.stop();
  });

  it('has a budget for rebates in every token, once, and the collector owns nothing of it', async () => {
    const { contract, tokens } = await deploy(chain.provider, 'Exchange');
    await fundRebateBudget(chain.provider, contract, tokens);
    const exchange = new Contract(contract, exchangeInterface, chain.provider);
    const balance = (token: string, account: string) =>
      exchange.getFunction('getBalance')(token, account) as Promise<bigint>;
    const wanted = [
      [ZERO_ADDRESS, parseEther('2')] as const,
      ...TEST_TOKENS.map((token) => {
        const units = firstBudgetOf(token) * 10n ** BigInt(token.decimals);
        return [tokens[token.symbol] ?? '', units] as const;
      }),
    ];
    for (const [token, units] of wanted) {
      expect([token, await balance(token, REBATE_POOL)]).toEqual([token, units]);
      expect(await balance(token, operatorKeys.feeCollector.address)).toBe(0n);
    }
  }, 60_000);
});
