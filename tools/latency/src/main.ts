import { RestClient } from '@exchange/client';
import { JsonRpcProvider, parseEther, ZeroAddress } from 'ethers';
import { ChainAccount } from '../../demo/src/chain-account';
import { traderKey } from '../../demo/src/keys';
import { Tally } from '../../demo/src/tally';
import { type HeldToken, DemoTrader } from '../../demo/src/trader';
import { measure } from './measure';
import { type LatencyOptions, latencyOptions, USAGE } from './options';
import { latencyLine } from './percentiles';
import { MARKET } from './signed-order';

/** Traders of the demo that its markets never seat: the operator has raised their limits too. */
const [MAKER, TAKER] = [38, 39] as const;
const GAS_MONEY = parseEther('1');

/** Gives a trader a token, as far as it lacks it at the exchange. */
async function bring(
  banker: ChainAccount,
  trader: DemoTrader,
  token: HeldToken,
  amount: bigint,
): Promise<void> {
  const { address } = trader.chain.wallet;
  if ((await trader.usable(token)) >= amount) return;
  await banker.give(address, ZeroAddress, GAS_MONEY);
  await banker.give(address, token.contract, amount);
  await trader.deposit(token, amount);
}

async function run({ orders, endpoints }: LatencyOptions): Promise<void> {
  const { rest, rpc, chainId, contract, ws, accounts } = endpoints;
  if ((await new RestClient(rest).orderBook(MARKET)).length > 0) {
    throw new Error(
      `There are orders in the book of ${MARKET}, and it must be empty. Start without --demo and with other data: ` +
        'EXCHANGE_DATA_DIR=/some/new/folder npm start, or npm start -- --reset to forget what is there.',
    );
  }
  const provider = new JsonRpcProvider(rpc, chainId, { staticNetwork: true, cacheTimeout: -1 });
  provider.pollingInterval = 250;
  const account = (key: string) => new ChainAccount(key, provider, contract);
  const tally = new Tally();
  // Nobody leaves before the end.
  const { signal } = new AbortController();
  const maker = new DemoTrader(account(traderKey(MAKER)), ws, tally, signal);
  const taker = new DemoTrader(account(traderKey(TAKER)), ws, tally, signal);
  const banker = account(accounts.at(-1)?.privateKey ?? '');
  try {
    await Promise.all([maker.arrive(), taker.arrive()]);
    const { ETH = '', DAI = '' } = endpoints.tokens;
    const needed = parseEther('0.02') * BigInt(orders) + parseEther('1');
    await Promise.all([
      bring(banker, maker, { symbol: 'ETH', contract: ETH, decimals: 18 }, needed),
      bring(banker, taker, { symbol: 'DAI', contract: DAI, decimals: 18 }, needed * 300n),
    ]);
    const { accepted, filled } = await measure(maker, taker, orders);
    console.log(latencyLine('placeOrder → accepted', accepted));
    console.log(latencyLine('placeOrder → both sides know of the fill', filled));
  } finally {
    maker.client.close();
    taker.client.close();
    provider.destroy();
  }
}

const args = process.argv.slice(2);
if (args.includes('--help')) console.log(USAGE);
else {
  try {
    await run(latencyOptions(args, process.env));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
