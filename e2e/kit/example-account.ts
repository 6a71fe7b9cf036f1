import { oneTimeCode, type SeedCommand, signFullWithdrawal, signUsername } from '@exchange/test/seed-client';
import { parseEther, Wallet } from 'ethers';
import type { Chain, ChainWallet } from './chain';
import { Trader } from './trader';
import { until } from './until';

type Fields = Readonly<Record<string, unknown>>;

const NO_DEADLINE = 2 ** 32 - 1;
const YEAR_S = 31_536_000;

/** An account in which everything exists that the examples of the pages speak of: funds, an order, a trade, a delegate. */
export class ExampleAccount {
  readonly #delegate = new Wallet(Wallet.createRandom().privateKey);
  readonly #username = `alice${Date.now() % 1_000_000}`;
  #nonce = Date.now();
  #session = '';
  #hash = '';
  #trade = 0;
  #order = 0;
  #withdrawal = 0;
  #secret = '';

  private constructor(
    readonly chain: Chain,
    readonly wallet: ChainWallet,
    readonly trader: Trader,
    readonly other: Trader,
  ) {}

  static async create(chain: Chain, wallet: ChainWallet, partner: ChainWallet): Promise<ExampleAccount> {
    const [trader, other] = await Promise.all([Trader.own(wallet), Trader.own(partner)]);
    const account = new ExampleAccount(chain, wallet, trader, other);
    await Promise.all([wallet.deposit('ETH', parseEther('5')), partner.deposit('DAI', parseEther('5000'))]);
    await wallet.deposit('DAI', parseEther('5000'));
    const validUntil = Math.floor(Date.now() / 1000) + YEAR_S;
    await wallet.addDelegate(account.#delegate, trader.name, validUntil);
    await until('the deposits and the delegate', 30_000, async () => {
      const [own, theirs] = [await trader.balances(), await other.balances()];
      const delegates = (await trader.connection.answer({ c: 'getDelegateSnapshot' }, 'ds')) as unknown[][];
      return (
        (own['DAI']?.usable ?? 0n) > 0n &&
        (theirs['DAI']?.usable ?? 0n) > 0n &&
        delegates.some(([, , accepted]) => accepted === true)
      );
    });
    const sold = await account.#place(['ETH', parseEther('1')], ['DAI', parseEther('300')]);
    await other.place({
      market: 'ETHDAI',
      sell: ['DAI', parseEther('300')],
      buy: ['ETH', parseEther('1')],
      format: 'sign',
    });
    const { trades } = await trader.orderUntil(sold, 'traded', (order) => order.trades.length > 0);
    account.#trade = trades[0] ?? 0;
    account.#order = sold;
    return account;
  }

  /** Places an order that nobody takes. */
  async rest(): Promise<void> {
    await this.#place(['ETH', parseEther('0.1')], ['DAI', parseEther('900')]);
  }

  async #place(sell: readonly [string, bigint], buy: readonly [string, bigint]): Promise<number> {
    const command = await this.trader.placeCommand({ market: 'ETHDAI', sell, buy, format: 'signTypedData' });
    const [id, , hash] = (await this.trader.connection.answer(command, 'o')) as [number, number, string];
    this.#hash = hash;
    return id;
  }

  /** An example with what stands for this account's own values replaced by them, and signed where it is signed. */
  async real(example: SeedCommand): Promise<SeedCommand> {
    const { rid: _, ...written } = example;
    const known = { ...written, ...this.#known(written) };
    return { ...known, ...(await this.#signed(known)) };
  }

  /** Keeps what later examples speak of. */
  learn({ c, ...sent }: SeedCommand, message: unknown): void {
    const told = message as unknown[];
    if (c === 'authenticate') this.#session = told[2] as string;
    if (c === 'placeOrder') this.#hash = told[2] as string;
    if (c === 'signWithdrawal') this.#withdrawal = told[0] as number;
    if (c === 'registerTOTPSalt') this.#secret = sent['TOTPSecret'] as string;
  }

  #known(fields: Fields): Fields {
    const now: Record<string, unknown> = {
      session: this.#session,
      hash: this.#hash,
      before: this.#trade,
      tradeId: this.#trade,
      orderId: this.#order,
      id: fields['c'] === 'withdrawalTransaction' ? this.#withdrawal : this.#order,
      username: this.#username,
      TOTP: this.#secret === '' ? 0 : oneTimeCode(this.#secret, Date.now()),
      txhash: Wallet.createRandom().privateKey,
      address: this.#addressFor(fields['c'] as string),
    };
    const replaced = Object.keys(fields)
      .filter((name) => name in now)
      .map((name) => [name, now[name]]);
    const dai = `0x${'da'.repeat(20)}`;
    const tokens = Object.entries(fields)
      .filter(([, value]) => value === dai)
      .map(([name]) => [name, this.chain.token('DAI')]);
    return Object.fromEntries([...replaced, ...tokens]) as Fields;
  }

  #addressFor(command: string): string {
    if (command === 'authenticateWithSession') return this.wallet.address;
    return command === 'announceDelegate' ? Wallet.createRandom().address : this.#delegate.address;
  }

  async #signed(command: Fields): Promise<Fields> {
    if (!('signature' in command)) return {};
    const { key, name } = this.trader;
    const { chainId, contract } = this.chain.endpoints;
    const domain = { name, chainId, contract };
    const nonce = (this.#nonce += 1);
    switch (command['c']) {
      case 'authenticate':
      case 'authenticateDelegate': {
        const message = (command['message'] as string).replace(/\d+$/, String(nonce));
        const signer = command['c'] === 'authenticate' ? key : this.#delegate;
        return { message, nonce, signature: await signer.signMessage(message) };
      }
      case 'updateUsername':
        return signUsername(key, this.#username);
      case 'submitWithdrawal': {
        const account = this.wallet.address;
        const { token, amount, maxFee } = command as Readonly<Record<string, string>>;
        const terms = {
          account,
          token: token ?? '',
          amount: BigInt(amount ?? 0),
          maxFee: BigInt(maxFee ?? 0),
        };
        const withdrawal = { ...terms, receiver: account, nonce, deadline: NO_DEADLINE };
        const { signature } = await signFullWithdrawal(key, domain, withdrawal);
        return { nonce, signature };
      }
      default:
        return this.#signedOrder(command);
    }
  }

  async #signedOrder(command: Fields): Promise<Fields> {
    const side = (which: 'sell' | 'buy') =>
      [
        command[`${which}Token`] === this.chain.token('DAI') ? 'DAI' : 'ETH',
        BigInt(command[`${which}Amount`] as string),
      ] as const;
    const { nonce, signature } = await this.trader.placeCommand({
      market: 'ETHDAI',
      sell: side('sell'),
      buy: side('buy'),
      format: 'signTypedData',
      expiry: command['expiry'] as number,
    });
    return { nonce, signature };
  }

  close(): void {
    this.trader.close();
    this.other.close();
  }
}
