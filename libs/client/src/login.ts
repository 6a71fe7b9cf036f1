import { address, type Address, ZERO_ADDRESS } from '@exchange/core/kernel';
import type { AuthView, Command } from '@exchange/core/wire';
import type { Ask } from './ask';
import { ExchangeError } from './exchange-error';
import { loginMessage } from './order/login-message';
import type { Signer } from './order/signer';

/** The login of a client: who it is, and how to become that again on a new connection. */
export class Login {
  private auth: AuthView | undefined;
  private delegate: Signer | undefined;
  private lastNonce = 0;

  constructor(
    private readonly ask: Ask,
    private readonly exchangeName: () => string,
  ) {}

  /** The account that is logged in. */
  get account(): Address | undefined {
    return this.auth?.status === 'authenticated' ? address(this.auth.address) : undefined;
  }

  /** Logs in with the account's own key; the session then renews the login by itself. */
  async own(signer: Signer): Promise<AuthView> {
    this.delegate = undefined;
    const auth = await this.send('authenticate', signer);
    if (auth.address !== signer.address.toLowerCase() || auth.delegate !== ZERO_ADDRESS) {
      throw new ExchangeError('INVALID_SIGNATURE', `logged in as ${auth.address}, not as ${signer.address}`);
    }
    return auth;
  }

  /** Logs in with a delegate's key, which is kept to log in again: delegates get no session. */
  async asDelegate(signer: Signer): Promise<AuthView> {
    const auth = await this.send('authenticateDelegate', signer);
    if (auth.delegate !== signer.address.toLowerCase()) {
      throw new ExchangeError('INVALID_SIGNATURE', `logged in with ${auth.delegate}, not ${signer.address}`);
    }
    this.delegate = signer;
    return auth;
  }

  /** Logs in with the session of an earlier login, e.g. one that a page kept. */
  async withSession(account: string, session: string): Promise<AuthView> {
    this.delegate = undefined;
    return this.keep({ c: 'authenticateWithSession', address: address(account), session });
  }

  async logoff(): Promise<void> {
    await this.keep({ c: 'logoff' });
    this.forget();
  }

  /** Becomes on a new connection who it was on the old one. */
  async renew(): Promise<void> {
    const { auth, delegate } = this;
    if (auth?.status !== 'authenticated') return;
    if (delegate !== undefined) await this.asDelegate(delegate);
    else if (auth.session !== null) await this.withSession(auth.address, auth.session);
  }

  forget(): void {
    this.auth = undefined;
    this.delegate = undefined;
  }

  private async send(c: 'authenticate' | 'authenticateDelegate', signer: Signer): Promise<AuthView> {
    // Nonces grow with time, and two logins within one millisecond still differ.
    const nonce = Math.max(this.lastNonce + 1, Date.now());
    this.lastNonce = nonce;
    const message = loginMessage(this.exchangeName(), nonce);
    return this.keep({ c, message, nonce, signature: await signer.signMessage(message) });
  }

  private async keep(command: Command): Promise<AuthView> {
    const { auth } = await this.ask(command, 'auth');
    this.auth = auth;
    return auth;
  }
}
