import { NodeProvider } from '@exchange/contract/chain';
import { present } from '@exchange/core/kernel';
import { parseEther, ZeroAddress } from 'ethers';
import type { Endpoints } from '../running/endpoints';
import { ChainAccount } from './chain-account';
import { Tally } from './tally';
import { type HeldToken, DemoTrader } from './trader';
import { traderKey } from './trader-keys';

const CHAIN_POLL_MS = 250;
const GAS_MONEY = parseEther('1');

/** Traders of one tool on an exchange of npm start: what they share, and who gives them what they begin with. */
export class Crew {
  readonly tally = new Tally();
  readonly banker: ChainAccount;
  readonly #endpoints: Endpoints;
  readonly #leaving: AbortSignal;
  readonly #provider: NodeProvider;
  readonly #traders: DemoTrader[] = [];

  /** `leaving` ends every wait for the exchange; without it nobody leaves before the end. */
  constructor(endpoints: Endpoints, leaving: AbortSignal = new AbortController().signal) {
    const { rpc, chainId, accounts } = endpoints;
    this.#endpoints = endpoints;
    this.#leaving = leaving;
    this.#provider = new NodeProvider(rpc, { chainId });
    this.#provider.pollingInterval = CHAIN_POLL_MS;
    this.banker = this.#account(present(accounts.at(-1), 'an account in endpoints.json').privateKey);
  }

  /** The nth of the traders whose limits the operator has raised; it isn't connected yet. */
  trader(index: number): DemoTrader {
    const trader = new DemoTrader(
      this.#account(traderKey(index)),
      this.#endpoints.ws,
      this.tally,
      this.#leaving,
    );
    this.#traders.push(trader);
    return trader;
  }

  /** A token of the exchange with 18 decimals. */
  token(symbol: string): HeldToken {
    return { symbol, contract: present(this.#endpoints.tokens[symbol], `the token ${symbol}`), decimals: 18 };
  }

  /** Has a trader deposit an amount of a token, which it is given, unless it has `least` of it at the exchange. */
  async bring(trader: DemoTrader, token: HeldToken, amount: bigint, least = amount): Promise<void> {
    const { address } = trader.chain.wallet;
    if ((await trader.usable(token)) >= least) return;
    await this.banker.give(address, ZeroAddress, GAS_MONEY);
    await this.banker.give(address, token.contract, amount);
    await trader.deposit(token, amount);
  }

  close(): void {
    for (const { client } of this.#traders) client.close();
    this.#provider.destroy();
  }

  #account(privateKey: string): ChainAccount {
    return new ChainAccount(privateKey, this.#provider, this.#endpoints.contract);
  }
}
