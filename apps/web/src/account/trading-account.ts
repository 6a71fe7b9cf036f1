import {
  ExchangeError,
  type ExchangeClient,
  keySigner,
  type LoginState,
  type Signer,
  type Store,
} from '@exchange/client';
import { type Address, parseAddress } from '@exchange/core/kernel';
import type { SignatureFormat } from '@exchange/core/order';
import type { DelegateView } from '@exchange/core/wire';
import type { KeyPlace, KeyVault } from '../delegates/key-vault';
import { Cell } from '../exchange/cell';
import { LinkedWallet, type SignedFor, type WalletView } from '../wallet/linked-wallet';
import type { WalletList } from '../wallet/wallet-list';
import { WalletChanged } from '../wallet/wallet-problem';
import type { FoundWallet } from '../wallet/wallet-provider';

/** The wallet that is linked, and what it shows. */
export interface LinkView {
  readonly wallet: LinkedWallet;
  readonly shows: WalletView;
}

/** Who signs orders, and in which format. `isQuiet`: nobody is asked. */
export interface OrderSigner {
  readonly signer: Signer;
  readonly isQuiet: boolean;
}

/** How the wallet stands to the account that is logged in. */
export type WalletStanding = 'none' | 'same' | 'otherAccount' | 'otherChain';

export interface AccountParts {
  readonly client: ExchangeClient;
  readonly wallets: WalletList;
  readonly store: Store;
  readonly vault: Pick<KeyVault, 'openKey'> | undefined;
  /** Says when the person comes back to the page: a window. */
  readonly page: EventTarget;
  /** Between the tabs of this browser: the account that logged off in one of them. */
  readonly loggedOff: BroadcastChannel;
}

/** What is kept of who used the page last. */
const LAST = 'account';
/** So long a wallet has to announce itself after a reload. */
const ANNOUNCED_MS = 2_000;

/** Says in the console what could not be done that nobody has asked for here. */
const failing = (what: string) => (error: unknown) => console.error(what, error);

/** Whom the page trades for, and what signs for it: the wallet that shows the account, or the delegate's key of this browser. */
export class TradingAccount {
  readonly login: Cell<LoginState>;
  readonly link = new Cell<LinkView | undefined>(undefined);
  /** The key of this browser, when the exchange takes its signatures. */
  readonly key = new Cell<Signer | undefined>(undefined);
  /** Undefined until the exchange has told them. */
  readonly delegates = new Cell<readonly DelegateView[] | undefined>(undefined);
  /** Whether it is known who used the page last. */
  readonly isStarting = new Cell(true);
  /** Whether the person wants to log in, and only a signature is missing: whoever shows the login's step takes the wish. */
  readonly wantsLogin = new Cell(false);
  /** Who was logged in before, as far as this page knows. */
  private readonly returning = new Set<Address>();
  /** The key that lies in this browser for the account, accepted or not. */
  private heldKey: Signer | undefined;
  private stopLooking: () => void = () => undefined;

  constructor(private readonly parts: AccountParts) {
    const { client } = parts;
    this.login = new Cell(client.loginState);
    parts.loggedOff.onmessage = ({ data }) => {
      if (data === this.account) this.leave().catch(failing('the login did not end here, too'));
    };
    client.on('login', (state) => {
      if (state.kind === 'loggedIn') this.returning.add(state.account);
      this.login.set(state);
      if (state.kind === 'loggedIn') void this.askDelegates().catch(() => undefined);
      else this.delegates.set(undefined);
    });
    client.on('delegateStatus', ({ delegate }) => {
      const others = (this.delegates.get() ?? []).filter((each) => each.delegate !== delegate.delegate);
      this.take([...others, delegate]);
      // Another tab of this browser may have made it.
      const { account } = this;
      if (account !== undefined && delegate.accepted && delegate.delegate !== this.heldKey?.address)
        this.loadKey(account).catch(failing('the key of another tab could not be opened'));
    });
  }

  /** Becomes who used the page last, without asking anybody. */
  async start(): Promise<void> {
    try {
      const last = readLast(await this.parts.store.get(LAST));
      if (last === undefined) return;
      this.returning.add(last.account);
      await this.become(last.account);
      const found = await this.parts.wallets.found(last.wallet, ANNOUNCED_MS);
      const wallet = found && (await LinkedWallet.recall(found));
      if (wallet !== undefined) this.follow(wallet);
    } finally {
      this.isStarting.set(false);
    }
  }

  /** Asks the person for an account of the wallet. One that logged in here before is logged in again without a signature. */
  async connect(found: FoundWallet): Promise<void> {
    const wallet = await LinkedWallet.link(found);
    this.follow(wallet);
    const { account } = wallet.view.get();
    if (account === undefined) throw new WalletChanged('otherAccount');
    if (account !== this.account) await this.become(account);
    if (this.account !== undefined) await this.keepLast();
  }

  /** Becomes the account that the wallet shows by now; without a signature if it logged in here before. */
  async goToShown(): Promise<void> {
    await this.become(this.shown().what.account);
    await this.keepLast();
    this.wantsLogin.set(this.account === undefined);
  }

  /** Logs in as the account that the wallet shows, which asks the person. */
  async logIn(): Promise<void> {
    const { wallet, what } = this.shown();
    if (what.account !== this.account) await this.loadKey(what.account);
    await this.parts.client.authenticate(wallet.signer(what));
    if (this.heldKey !== undefined) this.parts.client.renewWith(this.heldKey);
    await this.keepLast();
  }

  /** Ends the login for all tabs. The key of this browser stays until it is removed. */
  async logOff(): Promise<void> {
    const { account } = this;
    await this.leave();
    if (account !== undefined) this.parts.loggedOff.postMessage(account);
  }

  get account(): Address | undefined {
    const state = this.login.get();
    return state.kind === 'loggedIn' ? state.account : undefined;
  }

  /** Whether there was a login, which has ended: somebody has to log in again. */
  get isLoginOver(): boolean {
    const state = this.login.get();
    return state.kind === 'loginNeeded' && this.returning.has(state.account);
  }

  /** Whether the login is the account's own, and not its delegate's: withdrawals and delegates need that. */
  get isOwn(): boolean {
    const state = this.login.get();
    return state.kind === 'loggedIn' && state.delegate === undefined;
  }

  standing(): WalletStanding {
    const shows = this.link.get()?.shows;
    if (shows?.account === undefined) return 'none';
    if (this.account !== undefined && shows.account !== this.account) return 'otherAccount';
    return shows.chainId === this.parts.client.domain.chainId ? 'same' : 'otherChain';
  }

  /** Who signs orders now; undefined when nothing may be signed for the account that is logged in. */
  orderSigner(): OrderSigner | undefined {
    const { account } = this;
    const standing = this.standing();
    if (account === undefined || standing === 'otherAccount') return undefined;
    const key = this.key.get();
    if (key !== undefined) return { signer: key, isQuiet: true };
    const link = this.link.get();
    if (link === undefined || standing !== 'same') return undefined;
    const { chainId } = this.parts.client.domain;
    return { signer: link.wallet.signer({ account, chainId }), isQuiet: false };
  }

  /**
   * Has something signed for the account by who signs now, in the format that this one knows. Rejects with WalletChanged
   * when nobody may sign for it.
   */
  async signed<T>(sign: (signer: Signer, format: SignatureFormat) => Promise<T>): Promise<T> {
    const by = this.orderSigner();
    if (by === undefined)
      throw new WalletChanged(this.standing() === 'otherChain' ? 'otherChain' : 'otherAccount');
    const { wallet } = this.link.get() ?? {};
    if (by.isQuiet || wallet === undefined) return sign(by.signer, 'signTypedData');
    return wallet.inItsFormat((format) => sign(by.signer, format));
  }

  /** The wallet and what it may sign for: the account that it shows, on the exchange's chain. WalletChanged when it shows none. */
  shown(): { readonly wallet: LinkedWallet; readonly what: SignedFor } {
    const link = this.link.get();
    const { chainId } = this.parts.client.domain;
    if (link?.shows.account === undefined) throw new WalletChanged('otherAccount');
    if (link.shows.chainId !== chainId) throw new WalletChanged('otherChain');
    return { wallet: link.wallet, what: { account: link.shows.account, chainId } };
  }

  /** Where the key of an account lies in this browser. */
  placeOf(account: string): KeyPlace {
    const { chainId, contract } = this.parts.client.domain;
    return { chainId, contract, account };
  }

  /** Takes up the key that this browser has for the account since now. */
  async loadKey(account: Address): Promise<void> {
    const opened = await this.parts.vault?.openKey(this.placeOf(account));
    this.heldKey = opened === undefined ? undefined : await keySigner(opened.privateKey);
    this.take(this.delegates.get());
  }

  private async leave(): Promise<void> {
    await this.parts.client.logoff();
    await this.parts.store.delete(LAST);
    this.link.get()?.wallet.unlink();
    this.stopLooking();
    this.link.set(undefined);
    this.key.set(undefined);
    this.heldKey = undefined;
  }

  private async become(account: Address): Promise<void> {
    await this.loadKey(account);
    await this.parts.client.resumeLogin(account, this.heldKey);
  }

  private async askDelegates(): Promise<void> {
    try {
      this.take(await this.parts.client.delegates.all());
    } catch (error) {
      // It is asked again after the next login, which a lost line ends with.
      if (!(error instanceof ExchangeError)) throw error;
    }
  }

  private take(delegates: readonly DelegateView[] | undefined): void {
    this.delegates.set(delegates);
    const held = this.heldKey;
    const own = delegates?.find(({ delegate }) => delegate === held?.address);
    const isAccepted = own?.accepted === true;
    if (isAccepted && held !== undefined && this.key.get() !== held) this.parts.client.renewWith(held);
    this.key.set(isAccepted ? held : undefined);
  }

  private follow(wallet: LinkedWallet): void {
    this.link.get()?.wallet.unlink();
    this.stopLooking();
    const tell = () => this.link.set({ wallet, shows: wallet.view.get() });
    const stopTelling = wallet.view.subscribe(tell);
    // Wallets without events are looked at when the person comes back from them.
    const look = () => void wallet.look().catch(() => undefined);
    this.parts.page.addEventListener('focus', look);
    this.stopLooking = () => {
      stopTelling();
      this.parts.page.removeEventListener('focus', look);
    };
    tell();
  }

  private async keepLast(): Promise<void> {
    const { account } = this;
    if (account !== undefined)
      await this.parts.store.put(LAST, { account, wallet: this.link.get()?.wallet.wallet.id ?? '' });
  }
}

function readLast(kept: unknown): { readonly account: Address; readonly wallet: string } | undefined {
  if (typeof kept !== 'object' || kept === null || !('account' in kept) || !('wallet' in kept))
    return undefined;
  const account = typeof kept.account === 'string' ? parseAddress(kept.account, 'account') : undefined;
  return account?.ok === true && typeof kept.wallet === 'string'
    ? { account: account.value, wallet: kept.wallet }
    : undefined;
}
