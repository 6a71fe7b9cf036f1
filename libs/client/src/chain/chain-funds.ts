import { address, unreachable } from '@exchange/core/kernel';
import type { Consent } from '../consent';
import { randomNonce } from '../order/build-terms';
import type { Wallet } from '../signing/signers';
import type { Store } from '../store/store';
import { signedSubmission, type WithdrawalToSign } from '../submission';
import { AccountOnChain } from './account-on-chain';
import type { CallValue, FunctionName } from './call-data';
import { type ExchangePort, ExchangeSteps } from './exchange-steps';
import { permitDeposit, type PermitOptions } from './permits';
import { StepLists } from './step-lists';
import {
  announceDeposit,
  approvedDeposit,
  type ChainStep,
  coSignedSteps,
  type StepResult,
  MINED,
  send,
  type StepEnd,
  type StepState,
} from './steps';
import { Transactions } from './transactions';

export interface ChainFundsOptions {
  /** Sends transactions of the account: a browser's wallet, a `keyWallet`, or a node that has the key. */
  readonly wallet: Wallet;
  readonly account: string;
  /** The exchange contract: `contractAddress` of the configuration. */
  readonly contract: string;
  /** Keeps how far each list of steps is. */
  readonly store: Store;
  /** An ExchangeClient: deposits are announced to it, and withdrawals need it. Without, only the chain is asked. */
  readonly exchange?: ExchangePort;
  /** Deposits tokens that have permits (EIP-2612) in one transaction. Without, all tokens are approved. */
  readonly permits?: PermitOptions;
  /** Told when a transaction was sent, before it is mined. */
  readonly sent?: (call: FunctionName, hash: string) => void;
  /** Between two looks at the chain or the exchange, ms. */
  readonly pollMs?: number;
  /** After so long a command whose answer was lost has been decided, ms. */
  readonly outcomeMs?: number;
}

/** A withdrawal for the exchange to submit; its nonce is random unless it is given. */
export type WithdrawalToSubmit = Omit<WithdrawalToSign, 'nonce'> & { readonly nonce?: number };

const ETHER = `0x${'00'.repeat(20)}`;
const ALL = 2n ** 256n - 1n;
const POLL_MS = 1_000;
const OUTCOME_MS = 15_000;

/**
 * What an account does with its tokens, as lists of steps. Each method carries out a list under an id that the caller
 * chose, and gives the hashes of its transactions when the last one is mined. What a step has to know is in the store
 * before it asks the node or the exchange: called again with its id, also by another process after a crash, a list goes on
 * where it was, and nothing happens twice. Amounts in smallest units, tokens by their contract, ether as the zero address.
 * Rejects with ChainRefusal, with the exchange's refusals (ExchangeError), and with what the wallet says.
 */
export class ChainFunds {
  private readonly chain: AccountOnChain;
  private readonly transactions: Transactions;
  private readonly lists: StepLists;
  private readonly exchangeSteps: ExchangeSteps | undefined;

  constructor(private readonly options: ChainFundsOptions) {
    const { wallet, account, exchange, store, pollMs = POLL_MS, outcomeMs = OUTCOME_MS } = options;
    this.chain = new AccountOnChain(wallet, address(account), pollMs);
    this.transactions = new Transactions(this.chain, options.sent ?? (() => undefined));
    this.lists = new StepLists(store, (step, state) => this.carryOut(step, state));
    const taken = () => this.lists.entries();
    this.exchangeSteps = exchange && new ExchangeSteps({ exchange, taken, pollMs, outcomeMs });
  }

  /**
   * A token that has permits goes by one, in one transaction; any other is allowed for exactly this amount first. With an
   * exchange the deposit is announced to it.
   */
  deposit(id: string, token: string, amount: bigint): Promise<readonly string[]> {
    const contract = address(token);
    return this.run(id, ['deposit', contract, amount], async () => {
      const announced = this.exchangeSteps === undefined ? [] : [announceDeposit(contract, amount)];
      return [...(await this.depositSteps(contract, amount)), ...announced, MINED];
    });
  }

  /**
   * Withdraws to the account itself with the exchange's co-signature: asked for once, and again only when its deadline has
   * passed before the transaction was mined. Needs `exchange`.
   */
  withdraw(id: string, token: string, amount: bigint): Promise<readonly string[]> {
    const [from, { contract }] = [address(token), this.options];
    const steps = coSignedSteps(contract, this.chain.account, from, amount);
    return this.run(id, ['withdraw', from, amount], () => Promise.resolve(steps));
  }

  /**
   * Signs a withdrawal and hands it to the exchange, which brings it to the contract; gives the id of its ledger entry,
   * whose later states are the client's event `entry`. Needs `exchange`.
   */
  async submitWithdrawal(id: string, withdrawal: WithdrawalToSubmit): Promise<number> {
    const { token, amount, nonce, format, receiver, maxFee, deadline } = withdrawal;
    const asked = [token, amount, nonce, format, receiver, maxFee, deadline].map((value) => `${value ?? ''}`);
    const given = await this.lists.run(id, wishOf(['submitWithdrawal', ...asked]), async () => {
      const { name, chainId, contract } = needed(this.options.exchange).domain;
      const submission = { ...withdrawal, nonce: nonce ?? withdrawalNonce() };
      const command = await signedSubmission(submission, { name, chainId, contract: address(contract) });
      return [{ kind: 'submitWithdrawal', command }];
    });
    return entryIn(given);
  }

  /** Asks to leave with all of these tokens, which takes the waiting period. */
  requestExit(id: string, tokens: readonly string[]): Promise<readonly string[]> {
    return this.call(id, 'requestExit', [tokens]);
  }

  cancelExit(id: string, tokens: readonly string[]): Promise<readonly string[]> {
    return this.call(id, 'cancelExit', [tokens]);
  }

  /** Takes out of a token whose exit is in force: a part, or all that is there. */
  takeExit(id: string, token: string, amount: bigint | 'all', receiver: string): Promise<readonly string[]> {
    return this.call(id, 'withdrawExit', [token, amount === 'all' ? ALL : amount, receiver]);
  }

  /** Voids orders by their EIP-712 hash: at once with a consent (`voidOrder`), else after the waiting period. */
  cancelOrders(id: string, hashes: readonly string[], consent?: Consent): Promise<readonly string[]> {
    return consent === undefined
      ? this.call(id, 'cancelOrders', [hashes])
      : this.call(id, 'cancelOrdersCoSigned', [hashes], consent);
  }

  /** Voids what sells a token with a lower nonce: at once with a consent (`voidBelow`), else it can be applied later. */
  raiseMinNonce(id: string, token: string, minNonce: number, consent?: Consent): Promise<readonly string[]> {
    return consent === undefined
      ? this.call(id, 'requestMinNonce', [token, minNonce])
      : this.call(id, 'raiseMinNonceCoSigned', [token, minNonce], consent);
  }

  /** Carries out what requestMinNonce asked for, when its time has come. */
  applyMinNonce(id: string, token: string): Promise<readonly string[]> {
    return this.call(id, 'applyMinNonce', [this.chain.account, token]);
  }

  /** Ends co-signed withdrawals of these nonces. */
  voidNonces(id: string, nonces: readonly number[]): Promise<readonly string[]> {
    return this.call(id, 'voidNonces', [nonces]);
  }

  /** Names a delegate until `validUntil` (Unix seconds), with the consent that it signed. */
  addDelegate(
    id: string,
    delegate: string,
    validUntil: number,
    consent: Consent,
  ): Promise<readonly string[]> {
    return this.call(id, 'addDelegate', [delegate, validUntil], consent);
  }

  /** At once with a consent of the exchange, else after the waiting period. */
  removeDelegate(id: string, delegate: string, consent?: Consent): Promise<readonly string[]> {
    return consent === undefined
      ? this.call(id, 'removeDelegate', [delegate])
      : this.call(id, 'removeDelegateCoSigned', [delegate], consent);
  }

  /** The ids of lists that were begun and aren't done. */
  unfinished(): Promise<readonly string[]> {
    return this.lists.unfinished();
  }

  /**
   * Forgets a list, done or given up: its id may be that of another one. What it sent may still take effect, and a withdrawal
   * that it was promised ends with its deadline.
   */
  forget(id: string): Promise<void> {
    return this.lists.forget(id);
  }

  /** Goes on with a list that was begun. RangeError when there is none. */
  async resume(id: string): Promise<readonly string[]> {
    return hashesIn(await this.lists.resume(id));
  }

  private call(id: string, name: FunctionName, values: readonly CallValue[], consent?: Consent) {
    const all = consent === undefined ? values : [...values, ...consentValues(consent)];
    return this.run(id, [name, ...values], () =>
      Promise.resolve([send(this.options.contract, name, all), MINED]),
    );
  }

  private async run(
    id: string,
    wish: readonly CallValue[],
    plan: () => Promise<readonly ChainStep[]>,
  ): Promise<readonly string[]> {
    return hashesIn(await this.lists.run(id, wishOf(wish), plan));
  }

  private async depositSteps(token: string, amount: bigint): Promise<readonly ChainStep[]> {
    const { contract, permits } = this.options;
    if (token === ETHER) return [send(contract, 'depositEther', [], amount)];
    const isAllowed = permits !== undefined && (await this.chain.allowance(token, contract)) >= amount;
    const permitted =
      permits === undefined || isAllowed
        ? undefined
        : await permitDeposit(this.chain, permits, token, amount);
    return permitted === undefined ? approvedDeposit(contract, token, amount) : [permitted];
  }

  private carryOut(step: ChainStep, state: StepState): Promise<StepEnd> {
    switch (step.kind) {
      case 'send':
        return this.transactions.send(step, state);
      case 'mined':
        return this.transactions.mined(state);
      case 'announceDeposit':
        return needed(this.exchangeSteps).announce(step, state);
      case 'coSign':
        return needed(this.exchangeSteps).coSign(step, state);
      case 'showWithdrawal':
        return needed(this.exchangeSteps).showWithdrawal(state);
      case 'submitWithdrawal':
        return needed(this.exchangeSteps).submit(step, state);
      default:
        return unreachable(step);
    }
  }
}

const consentValues = ({ deadline, v, r, s }: Consent): CallValue[] => [deadline, v, r, s];

const wishOf = (wish: readonly CallValue[]): string =>
  JSON.stringify(wish, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));

const hashesIn = (given: readonly StepResult[]): readonly string[] =>
  given.flatMap(({ sent }) => (sent == null ? [] : [sent.hash]));

function entryIn(given: readonly StepResult[]): number {
  const entry = given.at(-1)?.entry;
  if (entry === undefined) throw new RangeError('the list is not of a submitted withdrawal');
  return entry;
}

/** Half of the nonces are the exchange's own. */
const withdrawalNonce = (): number => Math.floor(randomNonce() / 2);

function needed<T>(exchange: T | undefined): T {
  if (exchange === undefined)
    throw new RangeError('this needs the option `exchange`, a client that is logged in');
  return exchange;
}
