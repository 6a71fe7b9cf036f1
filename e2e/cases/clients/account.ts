import { ExchangeClient, type Intent, type Signer } from '@exchange/client';
import { Wallet } from 'ethers';
import { WebSocket } from 'ws';
import { type Chain, ChainWallet } from '../../kit/chain';
import { Trader } from '../../kit/trader';

export type MoreOptions = Partial<ConstructorParameters<typeof ExchangeClient>[0]>;

/** A client of the library, connected and logged in with a key that never asks. */
export async function clientOf(url: string, key: Wallet, more: MoreOptions = {}): Promise<ExchangeClient> {
  const client = new ExchangeClient({ url, socket: WebSocket as never, ...more });
  await client.connect();
  const caught = new Promise<void>((resolve) => client.on('caughtUp', () => resolve()));
  await client.authenticate(key);
  await caught;
  return client;
}

/** A new account with so much of a token at the exchange. `from`: a dev account that gives it. */
export async function freshAccount(
  chain: Chain,
  from: ChainWallet,
  symbol: string,
  amount: bigint,
): Promise<Wallet> {
  const wallet = new Wallet(Wallet.createRandom().privateKey);
  await from.give('ETH', wallet.address, 10n ** 18n);
  await from.give(symbol, wallet.address, amount);
  (await Trader.funded(new ChainWallet(chain, wallet.privateKey), symbol, amount)).close();
  return wallet;
}

export const sellOf = (id: string, signer: Signer, amount: string, rate: string): Intent => ({
  ...{ id, signer, market: 'ETHDAI', side: 'sell', amount, rate },
});

export const buyOf = (id: string, signer: Signer, amount: string, rate: string): Intent => ({
  ...{ id, signer, market: 'ETHDAI', side: 'buy', amount, rate },
});

/** What is asked for by name in a long run, else in a short one. */
export const countOf = (name: string, short: number): number => Number(process.env[name] ?? short);
