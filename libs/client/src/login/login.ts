import { address, type Address, ZERO_ADDRESS } from '@exchange/core/kernel';
import type { AuthView, Command } from '@exchange/core/wire';
import type { Ask } from '../ask';
import { type Timers, pause } from '../timers';
import { ExchangeError, type ExchangeErrorCode } from '../exchange-error';
import { loginMessage } from '../order/login-message';
import type { Signer } from '../order/signer';
import type { HeldSession, SessionPlace } from './session-place';

/** Who a client is to the exchange. */
export type LoginState =
  | { readonly kind: 'loggedOff' }
  | { readonly kind: 'loggedIn'; readonly account: Address; readonly delegate: Address | undefined }
  /** It was this account, and somebody must log in again: what there is to log in with was refused, or asks a person. */
  | { readonly kind: 'loginNeeded'; readonly account: Address; readonly error: ExchangeError };

/** What a login needs of its client. */
export interface LoginPorts {
  readonly ask: Ask;
  readonly timers: Timers;
  readonly sessions: SessionPlace;
  /** The exchange's name in its configuration. */
  name(): string;
  /** The server's clock, Unix ms. */
  serverTime(): number;
  changed(state: LoginState): void;
}

/** How often a login is tried that wasn't carried out, or whose text somebody else with the key has used. */
const TRIES = 5;
const PAUSE_MS = 200;
/** Nothing was done. */
const NOT_DONE: readonly ExchangeErrorCode[] = ['UNAVAILABLE', 'DEADLINE_PASSED', 'RATE_LIMITED'];

/** The login of a client: who it is, and how to become that again on a new connection. */
export class Login {
  state: LoginState = { kind: 'loggedOff' };
  /** What there is to log in with but a session. */
  #key: { readonly signer: Signer; readonly byDelegate: boolean; readonly account: Address } | undefined;
  #lastNonce = 0;

  constructor(private readonly ports: LoginPorts) {}

  /** The account that is logged in. */
  get account(): Address | undefined {
    return this.state.kind === 'loggedIn' ? this.state.account : undefined;
  }

  /** Logs in with the account's own key, which is kept, as the session is, to log in again. */
  async own(signer: Signer): Promise<AuthView> {
    const auth = await this.#signed('authenticate', signer);
    if (auth.address !== signer.address.toLowerCase() || auth.delegate !== ZERO_ADDRESS) {
      throw new ExchangeError('INVALID_SIGNATURE', `logged in as ${auth.address}, not as ${signer.address}`);
    }
    // One that asks a person is of no use for what nobody asked for: a delegate's key that is there stays.
    if (signer.asksPerson !== true || this.#key?.account !== this.account) this.#keepKey(signer, false);
    return auth;
  }

  /** Logs in with a delegate's key, which is kept to log in again: delegates get no session. */
  async asDelegate(signer: Signer): Promise<AuthView> {
    const auth = await this.#signed('authenticateDelegate', signer);
    if (auth.delegate !== signer.address.toLowerCase()) {
      throw new ExchangeError('INVALID_SIGNATURE', `logged in with ${auth.delegate}, not ${signer.address}`);
    }
    this.#keepKey(signer, true);
    return auth;
  }

  /** From now on a login is renewed with the key of this delegate of the account, where its session is of no use. */
  renewWith(delegate: Signer): void {
    this.#keepKey(delegate, true);
  }

  /** Becomes the account that it was in an earlier life: by the session that was kept, else with its delegate's key. */
  async resume(account: Address, delegate: Signer | undefined): Promise<void> {
    this.#key = delegate === undefined ? undefined : { signer: delegate, byDelegate: true, account };
    await this.#becomeAgain(account);
  }

  /** Logs in with the session of an earlier login, e.g. one that a page kept. */
  withSession(account: string, session: string): Promise<AuthView> {
    return this.ports.sessions.alone(async (held) => {
      await held.take(address(account));
      return this.#withSession(address(account), session, held);
    });
  }

  async logoff(): Promise<void> {
    const { account } = this;
    await this.ports.ask({ c: 'logoff' }, 'auth');
    if (account !== undefined) await this.ports.sessions.alone((held) => held.keep(account, undefined));
    this.#key = undefined;
    this.#enter({ kind: 'loggedOff' });
  }

  /** Becomes on a new connection who it was on the old one: by its session, else by the key that was given. */
  async renew(): Promise<void> {
    if (this.state.kind !== 'loggedOff') await this.#becomeAgain(this.state.account);
  }

  async #becomeAgain(account: Address): Promise<void> {
    const key = this.#key;
    let refusal = new ExchangeError(
      'NOT_AUTHENTICATED',
      'there is neither a session nor a key to log in with',
    );
    try {
      if (await this.#byKeptSession(account)) return;
    } catch (error) {
      refusal = refusalOf(error);
    }
    if (key !== undefined && key.signer.asksPerson !== true) {
      try {
        await (key.byDelegate ? this.asDelegate(key.signer) : this.own(key.signer));
        return;
      } catch (error) {
        refusal = refusalOf(error);
      }
    }
    this.#enter({ kind: 'loginNeeded', account, error: refusal });
  }

  /** Whether there was a session to log in with. */
  #byKeptSession(account: Address): Promise<boolean> {
    return this.ports.sessions.alone(async (held) => {
      const session = await held.take(account);
      if (session === undefined) return false;
      await this.#withSession(account, session, held);
      return true;
    });
  }

  /** Sends an id once, answered or not: to the exchange one that comes twice is a theft, and it voids everybody's. */
  async #withSession(account: Address, session: string, held: HeldSession): Promise<AuthView> {
    const command: Command = { c: 'authenticateWithSession', address: account, session };
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#send(command, held);
      } catch (error) {
        if (tries === TRIES || !isOneOf(error, NOT_DONE)) throw error;
        await pause(this.ports.timers, PAUSE_MS * tries);
      }
    }
  }

  /** Whether it should be logged in and isn't: the exchange has ended the login unasked. */
  takeUnasked({ status, address: of }: AuthView): boolean {
    return status === 'loggedOff' && this.account === of;
  }

  #keepKey(signer: Signer, byDelegate: boolean): void {
    const { account } = this;
    if (account !== undefined) this.#key = { signer, byDelegate, account };
  }

  async #signed(c: 'authenticate' | 'authenticateDelegate', signer: Signer): Promise<AuthView> {
    for (let tries = 1; ; tries += 1) {
      // Nonces grow with the server's time, which all who log in with this key share; two within a millisecond differ.
      const nonce = Math.max(this.#lastNonce + 1, this.ports.serverTime());
      this.#lastNonce = nonce;
      const message = loginMessage(this.ports.name(), nonce);
      const signature = await signer.signMessage(message);
      try {
        const command: Command = { c, message, nonce, signature };
        // A delegate's login leaves the account's session alone.
        if (c === 'authenticateDelegate') return await this.#send(command);
        return await this.ports.sessions.alone((held) => this.#send(command, held));
      } catch (error) {
        const mayAgain = signer.asksPerson !== true && isOneOf(error, [...NOT_DONE, 'MESSAGE_REUSED']);
        if (tries === TRIES || !mayAgain) throw error;
        await pause(this.ports.timers, PAUSE_MS * tries * Math.random());
      }
    }
  }

  async #send(command: Command, held?: HeldSession): Promise<AuthView> {
    const { auth } = await this.ports.ask(command, 'auth');
    await held?.keep(address(auth.address), auth.session ?? undefined);
    const delegate = auth.delegate === ZERO_ADDRESS ? undefined : address(auth.delegate);
    this.#enter({ kind: 'loggedIn', account: address(auth.address), delegate });
    return auth;
  }

  #enter(state: LoginState): void {
    this.state = state;
    this.ports.changed(state);
  }
}

const isOneOf = (error: unknown, codes: readonly ExchangeErrorCode[]): boolean =>
  error instanceof ExchangeError && codes.includes(error.code);

/** The refusal of a login; a lost connection is none, and anything else is a fault. */
function refusalOf(error: unknown): ExchangeError {
  if (!(error instanceof ExchangeError) || error.code === 'CONNECTION_LOST') throw error;
  return error;
}
