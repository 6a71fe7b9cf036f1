import { address } from '@exchange/core/kernel';
import type { Consent } from '../consent';
import type { Wallet } from '../signing/signers';
import type { Store } from '../store/store';
import type { CoSignature } from '../withdrawal';
import { callData, type CallValue, type FunctionName, returnedWords } from './call-data';
import { type StepsDone, readProgress, type ChainStep, step, stored, tokenDeposit } from './steps';
import { AccountOnChain, type ChainCall } from './transaction';

export interface ChainFundsOptions {
  /** Sends transactions of the account: a browser's wallet, or a node that has its key. */
  readonly wallet: Wallet;
  readonly account: string;
  /** The exchange contract: `contractAddress` of the configuration. */
  readonly contract: string;
  /** Keeps how far each list of transactions is. */
  readonly store: Store;
  /** Told when a transaction was sent, before it is mined: announce a deposit here. */
  readonly sent?: (call: FunctionName, hash: string) => void;
  /** Between two looks at the chain, ms. */
  readonly pollMs?: number;
}

/** A transaction that the contract refused, when it was tried or in its block. */
export class ChainRefusal extends Error {
  override readonly name = 'ChainRefusal';

  constructor(
    readonly call: FunctionName,
    readonly hash: string,
  ) {
    super(`the contract refused ${call} in transaction ${hash}`);
  }
}

const ETHER = `0x${'00'.repeat(20)}`;
const PREFIX = 'chain:';
const ALL = 2n ** 256n - 1n;
const POLL_MS = 1_000;

/**
 * What an account does at the contract itself. Each method carries out a list of transactions under an id that the caller
 * chose, and gives their hashes when the last one is mined. The list is in the store before anything is sent: called again
 * with its id, also by another process after a crash, it goes on where it was, and nothing is sent twice. Amounts in
 * smallest units. Rejects with ChainRefusal, and with what the wallet says.
 */
export class ChainFunds {
  private readonly chain: AccountOnChain;
  /** One list at a time, so that nonces follow each other. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: ChainFundsOptions) {
    const { wallet, account, pollMs = POLL_MS } = options;
    this.chain = new AccountOnChain(wallet, address(account), pollMs);
  }

  /** Ether as the zero address. A token is allowed for exactly this amount first. */
  deposit(id: string, token: string, amount: bigint): Promise<readonly string[]> {
    const { contract } = this.options;
    const isEther = token === ETHER;
    const steps = isEther
      ? [step(contract, 'depositEther', [], amount)]
      : tokenDeposit(contract, address(token), amount);
    return this.run(id, steps);
  }

  /** Takes out what signWithdrawal was co-signed for. */
  withdraw(
    id: string,
    token: string,
    amount: bigint,
    receiver: string,
    consent: CoSignature,
  ): Promise<readonly string[]> {
    const { nonce, deadline, v, r, s } = consent;
    return this.call(id, 'withdraw', [token, amount, receiver, nonce, deadline, v, r, s]);
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
      : this.call(id, 'cancelOrdersCoSigned', [hashes, ...signed(consent)]);
  }

  /** Voids what sells a token with a lower nonce: at once with a consent (`voidBelow`), else it can be applied later. */
  raiseMinNonce(id: string, token: string, minNonce: number, consent?: Consent): Promise<readonly string[]> {
    return consent === undefined
      ? this.call(id, 'requestMinNonce', [token, minNonce])
      : this.call(id, 'raiseMinNonceCoSigned', [token, minNonce, ...signed(consent)]);
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
    return this.call(id, 'addDelegate', [delegate, validUntil, ...signed(consent)]);
  }

  /** At once with a consent of the exchange, else after the waiting period. */
  removeDelegate(id: string, delegate: string, consent?: Consent): Promise<readonly string[]> {
    return consent === undefined
      ? this.call(id, 'removeDelegate', [delegate])
      : this.call(id, 'removeDelegateCoSigned', [delegate, ...signed(consent)]);
  }

  /** The lists that were begun and not ended: their ids. */
  async unfinished(): Promise<readonly string[]> {
    const entries = await this.options.store.list(PREFIX);
    return entries
      .filter(([, value]) => {
        const { at, steps } = readProgress(value);
        return at < steps.length;
      })
      .map(([key]) => key.slice(PREFIX.length));
  }

  /** Goes on with a list that was begun. */
  async resume(id: string): Promise<readonly string[]> {
    const value = await this.options.store.get(PREFIX + id);
    if (value === undefined) throw new RangeError(`no list of transactions was begun as ${id}`);
    return this.run(id, readProgress(value).steps);
  }

  private call(id: string, name: FunctionName, values: readonly CallValue[]): Promise<readonly string[]> {
    return this.run(id, [step(this.options.contract, name, values)]);
  }

  private run(id: string, steps: readonly ChainStep[]): Promise<readonly string[]> {
    const result = this.last.then(() => this.carryOut(id, steps));
    this.last = result.catch(() => undefined);
    return result;
  }

  private async carryOut(id: string, steps: readonly ChainStep[]): Promise<readonly string[]> {
    const known = await this.options.store.get(PREFIX + id);
    let progress: StepsDone = known === undefined ? { steps, at: 0, hashes: [] } : readProgress(known);
    if (JSON.stringify(progress.steps) !== JSON.stringify(steps)) {
      throw new RangeError(`another list of transactions was begun as ${id}`);
    }
    while (progress.at < steps.length) progress = await this.next(id, progress);
    return progress.hashes.filter((hash) => hash !== null);
  }

  /** Carries out one step, and keeps that it is done. */
  private async next(id: string, progress: StepsDone): Promise<StepsDone> {
    const { steps, at, hashes, sending } = progress;
    const now = steps[at];
    if (now === undefined) throw new RangeError('no such step');
    const hash =
      sending === undefined && (await this.isNeedless(now)) ? null : await this.transact(id, progress, now);
    const done = { steps, at: at + 1, hashes: [...hashes, hash] };
    await this.keep(id, done);
    return done;
  }

  private async isNeedless({ unless }: ChainStep): Promise<boolean> {
    if (unless === undefined) return false;
    const data = callData('allowance', [this.chain.account, unless.spender]);
    const [allowed = 0n] = returnedWords(await this.chain.view(unless.token, data));
    return allowed >= BigInt(unless.amount) || (unless.orNone && allowed === 0n);
  }

  /** Sends a step's transaction, unless it was, and waits until it is mined. */
  private async transact(id: string, progress: StepsDone, now: ChainStep): Promise<string> {
    const call: ChainCall = { to: now.to, data: callData(now.call, now.values), value: BigInt(now.wei) };
    for (let { sending } = progress; ; sending = undefined) {
      if (sending === undefined) {
        sending = await this.chain.next();
        await this.keep(id, { ...progress, sending });
      } else {
        const { hash, isOver } = await this.chain.find(call, sending);
        // Something else has its nonce: it can't come any more.
        if (hash === undefined && isOver) continue;
        sending = { ...sending, hash };
      }
      const hash = sending.hash ?? (await this.chain.send(call, sending.nonce));
      await this.keep(id, { ...progress, sending: { ...sending, hash } });
      if (sending.hash === undefined) this.options.sent?.(now.call, hash);
      const isDone = await this.chain.mined(hash);
      if (isDone === true) return hash;
      if (isDone === false) {
        // Called again, the step is tried anew.
        await this.keep(id, { steps: progress.steps, at: progress.at, hashes: progress.hashes });
        throw new ChainRefusal(now.call, hash);
      }
    }
  }

  private keep(id: string, progress: StepsDone): Promise<void> {
    return this.options.store.put(PREFIX + id, stored(progress));
  }
}

const signed = ({ deadline, v, r, s }: Consent): CallValue[] => [deadline, v, r, s];
