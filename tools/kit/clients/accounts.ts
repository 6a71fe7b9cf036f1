import { testTokenAbi } from '@exchange/contract/chain';
import { present } from '@exchange/core/kernel';
import { HDNodeWallet, Interface, type JsonRpcProvider, Mnemonic, parseEther } from 'ethers';
import { DEV_MNEMONIC, type DevKey } from '../chain/dev-keys';
import { Sender } from '../chain/sender';
import type { Endpoints } from '../running/endpoints';

export const ACCOUNTS_MAX = 2_000;
export const QUOTE = 'DAI';
/** What is traded; its book must be empty before, so that orders meet only each other. */
export const MARKET = `ETH${QUOTE}`;

// The third branch of the development mnemonic: neither an account that people try things with nor a demo's trader.
const branch = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(DEV_MNEMONIC), "m/44'/60'/2'/0");

/** The keys of the first `count` load accounts, always the same: a second load goes on with what the first deposited. */
export function loadKeys(count: number): DevKey[] {
  return Array.from({ length: count }, (_, index) => {
    const { address, privateKey } = branch.deriveChild(index);
    return { address: address.toLowerCase() as DevKey['address'], privateKey };
  });
}

const token = new Interface(testTokenAbi);
const approving = new Interface(['function approve(address spender, uint256 amount)']);
const vault = new Interface([
  'function depositEther()',
  'function depositToken(address token, uint256 amount)',
]);
const GAS = { plain: 21_000n, call: 400_000n };
const GAS_MONEY = parseEther('0.5');

/**
 * Smallest units that each account has when it begins: for as many open orders as it may have in a market. Sides are
 * mixed, so that trading doesn't use it up.
 */
export const MEANS = { ether: parseEther('30'), quote: parseEther('10000') } as const;

/** What an account lacks of the two tokens of the market, in smallest units. */
export interface Lack {
  readonly key: DevKey;
  readonly ether: bigint;
  readonly quote: bigint;
}

/** Waits for all, so that nothing is under way any more when the first failure is thrown. */
async function all(tasks: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(tasks);
  await Promise.all(tasks);
}

/** Has accounts deposit what they lack, which a rich account of the development chain gives them first. */
export async function deposit(
  provider: JsonRpcProvider,
  endpoints: Endpoints,
  quoteSymbol: string,
  lacks: readonly Lack[],
): Promise<void> {
  const quoteToken = present(endpoints.tokens[quoteSymbol], `the token ${quoteSymbol}`);
  const banker = await Sender.of(provider, present(endpoints.accounts.at(-1), 'a rich account'));
  await all(
    lacks.flatMap(({ key, ether, quote }) => {
      const mint = token.encodeFunctionData('mint', [key.address, quote]);
      return [
        banker.send({ to: key.address, value: ether + GAS_MONEY, gasLimit: GAS.plain }),
        banker.send({ to: quoteToken, data: mint, gasLimit: GAS.call }),
      ];
    }),
  );
  await all(
    lacks.map(async ({ key, ether, quote }) => {
      const sender = await Sender.of(provider, key);
      const call = (to: string, data: string, value = 0n) =>
        sender.send({ to, data, value, gasLimit: GAS.call });
      await all([
        call(quoteToken, approving.encodeFunctionData('approve', [endpoints.contract, quote])),
        call(endpoints.contract, vault.encodeFunctionData('depositToken', [quoteToken, quote])),
        call(endpoints.contract, vault.encodeFunctionData('depositEther', []), ether),
      ]);
    }),
  );
}
