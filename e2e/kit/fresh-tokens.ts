import {
  deployTestToken,
  encodeRegisterToken,
  encodeSetWithdrawalFeeCap,
  testTokenAbi,
} from '@exchange/contract/chain';
import { Contract, NonceManager, Wallet } from 'ethers';
import { operatorKeys } from '../../tools/kit/chain/dev-keys';
import type { TestToken } from '../../tools/kit/listing/listed';
import { list } from '../../tools/kit/listing/listing';
import { Chain } from './chain';
import type { RunningExchange } from './running-exchange';

/** Nobody knows what they are worth, so a submitted withdrawal pays the contract's cap. */
export const FRESH_WITHDRAWAL_FEE = 1_000n;

/** Whose units count one by one: nothing but the contract's rule limits what can be traded. */
const freshToken = (symbol: string): TestToken => ({
  ...{ symbol, name: symbol, decimals: 18, grant: 0n, description: 'A token of a test.' },
  ...{ minOrderAmount: 10_001n, minOrderRemaining: 10_001n, withdrawalFeeCap: FRESH_WITHDRAWAL_FEE },
});

/**
 * Deploys two tokens that nobody owns, registers and lists them with a market of the first against the second, and
 * mints what is given. The chain that knows them too.
 */
export async function withFreshMarket(
  exchange: RunningExchange,
  [traded, quote]: readonly [string, string],
  mints: readonly (readonly [symbol: string, to: string, amount: bigint])[],
): Promise<Chain> {
  const { endpoints, desk } = exchange;
  const plain = new Chain(endpoints);
  const signer = (key: { readonly privateKey: string }) =>
    new NonceManager(new Wallet(key.privateKey, plain.provider));
  const deployer = signer(operatorKeys.tokenDeployer);
  const lister = signer(operatorKeys.lister);
  const admin = signer(operatorKeys.admin);
  const tokens = [freshToken(traded), freshToken(quote)] as const;
  const contracts: [TestToken, string][] = [];
  for (const token of tokens) {
    const { address } = await deployTestToken(deployer, token);
    const registered = await lister.sendTransaction({
      to: endpoints.contract,
      data: encodeRegisterToken(address),
    });
    await registered.wait();
    const data = encodeSetWithdrawalFeeCap(address, token.withdrawalFeeCap);
    await (await admin.sendTransaction({ to: endpoints.contract, data })).wait();
    contracts.push([token, address]);
  }
  const addresses = Object.fromEntries(contracts.map(([{ symbol }, address]) => [symbol, address]));
  for (const [symbol, to, amount] of mints) {
    const token = new Contract(addresses[symbol] ?? '', testTokenAbi, deployer);
    await (await token.getFunction('mint')(to, amount)).wait();
  }
  await list(desk, contracts, [[traded, tokens[1]]]);
  plain.close();
  return new Chain({ ...endpoints, tokens: { ...endpoints.tokens, ...addresses } });
}
