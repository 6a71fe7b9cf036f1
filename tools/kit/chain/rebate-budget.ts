import {
  exchangeInterface,
  lensAddress,
  lensInterface,
  REBATE_POOL,
  testTokenAbi,
} from '@exchange/contract/chain';
import { type Address, ZERO_ADDRESS } from '@exchange/core/kernel';
import { Contract, Interface, type JsonRpcProvider, parseEther } from 'ethers';
import { operatorKeys } from './dev-keys';
import { Sender } from './sender';
import { ETHER, TEST_TOKENS, type TestToken } from '../listing/listed';

const ETHER_BUDGET = parseEther('2');
/** What the budget has of a token at first, in whole ones: a thousandth of what each dev account is granted. */
export const firstBudgetOf = ({ grant }: Pick<TestToken, 'grant'>): bigint => grant / 1_000n;

const tokenInterface = new Interface(testTokenAbi);
const calls = (to: string, abi: Interface, name: string, ...values: unknown[]) => ({
  ...{ to, data: abi.encodeFunctionData(name, values), gasLimit: 200_000n },
});

/**
 * Lets makers be paid rebates from the start: the collector of a development chain, which has collected nothing yet, sets
 * some of every token aside, as far as there is no budget in it.
 */
export async function fundRebateBudget(
  provider: JsonRpcProvider,
  contract: Address,
  tokens: Readonly<Record<string, Address>>,
): Promise<void> {
  const lens = new Contract(lensAddress(contract), lensInterface, provider);
  const sender = await Sender.of(provider, operatorKeys.feeCollector);
  const exchange = (name: string, ...values: unknown[]) =>
    calls(contract, exchangeInterface, name, ...values);
  const budgets = [ETHER, ...TEST_TOKENS].map(async (token) => {
    const at = token.symbol === ETHER.symbol ? ZERO_ADDRESS : tokens[token.symbol];
    if (at === undefined || (await lens.getFunction('getBalance')(at, REBATE_POOL)) !== 0n) return [];
    if (at === ZERO_ADDRESS) {
      const deposit = { ...exchange('depositEther'), value: ETHER_BUDGET };
      return [deposit, exchange('fundRebates', at, ETHER_BUDGET)];
    }
    const units = firstBudgetOf(token) * 10n ** BigInt(token.decimals);
    return [
      calls(at, tokenInterface, 'mint', operatorKeys.feeCollector.address, units),
      calls(at, tokenInterface, 'approve', contract, units),
      exchange('depositToken', at, units),
      exchange('fundRebates', at, units),
    ];
  });
  // One after the other by their numbers, most of them in one block.
  await Promise.all((await Promise.all(budgets)).flat().map((call) => sender.send(call)));
}
