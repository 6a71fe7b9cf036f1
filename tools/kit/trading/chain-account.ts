import { Contract, type JsonRpcProvider, type TransactionRequest, Wallet, ZeroAddress } from 'ethers';
import type { Withdrawal } from '@exchange/client';

const exchangeAbi = [
  'function depositEther() payable',
  'function depositToken(address token, uint256 amount)',
  'function withdraw(address token, uint256 amount, address receiver, uint64 nonce, uint32 deadline, uint8 v, bytes32 r, bytes32 s)',
];
const tokenAbi = [
  'function balanceOf(address account) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function transfer(address receiver, uint256 amount) returns (bool)',
];
const UNLIMITED = 2n ** 256n - 1n;

/** What an account does on the chain: transactions are sent one after the other, and one block may take several. */
export class ChainAccount {
  readonly wallet: Wallet;
  readonly #exchange: Contract;
  #last: Promise<unknown> = Promise.resolve();

  constructor(privateKey: string, provider: JsonRpcProvider, contract: string) {
    this.wallet = new Wallet(privateKey, provider);
    this.#exchange = new Contract(contract, exchangeAbi, this.wallet);
  }

  async owned(token: string): Promise<bigint> {
    const { provider, address } = this.wallet;
    if (token === ZeroAddress) return (await provider?.getBalance(address)) ?? 0n;
    return (await this.#token(token).getFunction('balanceOf')(address)) as bigint;
  }

  async give(receiver: string, token: string, amount: bigint): Promise<void> {
    if (token === ZeroAddress) await this.#send({ to: receiver, value: amount });
    else
      await this.#send(
        await this.#token(token).getFunction('transfer').populateTransaction(receiver, amount),
      );
  }

  /** The hash of the transaction. */
  async deposit(token: string, amount: bigint): Promise<string> {
    const { depositEther, depositToken } = this.#functions;
    if (token === ZeroAddress) {
      return this.#send(await depositEther.populateTransaction({ value: amount }));
    }
    const spender = await this.#exchange.getAddress();
    const allowance = (await this.#token(token).getFunction('allowance')(
      this.wallet.address,
      spender,
    )) as bigint;
    if (allowance < amount) {
      await this.#send(
        await this.#token(token).getFunction('approve').populateTransaction(spender, UNLIMITED),
      );
    }
    return this.#send(await depositToken.populateTransaction(token, amount));
  }

  /** Takes out what the exchange has co-signed, to the account itself. */
  async withdraw(token: string, amount: bigint, { signature }: Withdrawal): Promise<void> {
    const { nonce, deadline, v, r, s } = signature;
    const receiver = this.wallet.address;
    await this.#send(
      await this.#functions.withdraw.populateTransaction(token, amount, receiver, nonce, deadline, v, r, s),
    );
  }

  get #functions() {
    return {
      depositEther: this.#exchange.getFunction('depositEther'),
      depositToken: this.#exchange.getFunction('depositToken'),
      withdraw: this.#exchange.getFunction('withdraw'),
    };
  }

  #token(token: string): Contract {
    return new Contract(token, tokenAbi, this.wallet);
  }

  /** Resolves with its hash when it is mined. */
  async #send(transaction: TransactionRequest): Promise<string> {
    const sent = this.#last.then(() => this.wallet.sendTransaction(transaction));
    // One that can't be sent is its sender's affair; the next one goes all the same.
    this.#last = sent.catch(() => undefined);
    const { hash } = await sent;
    await (await sent).wait();
    return hash;
  }
}
