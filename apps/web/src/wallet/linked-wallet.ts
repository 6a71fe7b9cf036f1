import { type Signer, type Wallet, walletSigner } from '@exchange/client';
import { type Address, parseAddress } from '@exchange/core/kernel';
import type { SignatureFormat } from '@exchange/core/order';
import { Cell } from '../exchange/cell';
import { WalletChanged, walletProblem } from './wallet-problem';
import type { FoundWallet } from './wallet-provider';

/** What a wallet shows now: its account, none when it is locked or the page isn't allowed any more, and its chain. */
export interface WalletView {
  readonly account: Address | undefined;
  readonly chainId: number;
}

/** What is to be signed for. */
export interface SignedFor {
  readonly account: Address;
  readonly chainId: number;
}

const SIGNATURES: readonly string[] = ['personal_sign', 'eth_signTypedData_v4'];
const SENDING = 'eth_sendTransaction';

/** A wallet that the person allowed this page to use. What it shows is followed. */
export class LinkedWallet {
  readonly view: Cell<WalletView>;
  /** Whether it was found to know no typed data. */
  private isTextOnly = false;

  private constructor(
    readonly wallet: FoundWallet,
    view: WalletView,
  ) {
    this.view = new Cell(view);
    this.wallet.provider.on?.('accountsChanged', this.accountsChanged);
    this.wallet.provider.on?.('chainChanged', this.chainChanged);
  }

  /** Asks the person for an account. Rejects with what the wallet says. */
  static link(wallet: FoundWallet): Promise<LinkedWallet> {
    return LinkedWallet.open(wallet, 'eth_requestAccounts');
  }

  /** Takes up a wallet that the page was allowed before; asks nobody. Undefined when it isn't allowed any more. */
  static async recall(wallet: FoundWallet): Promise<LinkedWallet | undefined> {
    const linked = await LinkedWallet.open(wallet, 'eth_accounts');
    if (linked.view.get().account !== undefined) return linked;
    linked.unlink();
    return undefined;
  }

  private static async open(
    wallet: FoundWallet,
    method: 'eth_requestAccounts' | 'eth_accounts',
  ): Promise<LinkedWallet> {
    const account = firstAccount(await wallet.provider.request({ method }));
    return new LinkedWallet(wallet, { account, chainId: await chainOf(wallet) });
  }

  /** Follows it no longer. */
  unlink(): void {
    this.wallet.provider.removeListener?.('accountsChanged', this.accountsChanged);
    this.wallet.provider.removeListener?.('chainChanged', this.chainChanged);
  }

  /** Looks what it shows now; asks nobody. */
  async look(): Promise<WalletView> {
    const { provider } = this.wallet;
    const account = firstAccount(await provider.request({ method: 'eth_accounts' }));
    const view = { account, chainId: await chainOf(this.wallet) };
    this.show(view);
    return view;
  }

  /**
   * The wallet for this account and chain only: while it shows another one it signs and sends nothing, and what it signed
   * meanwhile is thrown away. Rejects with WalletChanged then, and with what the wallet says.
   */
  guarded(what: SignedFor): Wallet {
    return {
      request: async (question) => {
        const isSignature = SIGNATURES.includes(question.method);
        if (isSignature || question.method === SENDING) requireSame(await this.look(), what);
        const answer = await this.wallet.provider.request(question);
        // A transaction is on its way whatever the wallet shows by now, and its hash must not be lost.
        if (isSignature) requireSame(await this.look(), what);
        return answer;
      },
    };
  }

  /** Signs for this account and chain only, and asks a person. */
  signer(what: SignedFor): Signer {
    return { ...walletSigner(this.guarded(what), what.account), asksPerson: true };
  }

  /** Has something signed as typed data, which wallets show in words; as a text where the wallet knows no typed data. */
  async inItsFormat<T>(sign: (format: SignatureFormat) => Promise<T>): Promise<T> {
    if (this.isTextOnly) return sign('sign');
    try {
      return await sign('signTypedData');
    } catch (error) {
      if (walletProblem(error) !== 'unsupported') throw error;
      this.isTextOnly = true;
      return sign('sign');
    }
  }

  private readonly accountsChanged = (told: unknown): void => {
    this.show({ ...this.view.get(), account: firstAccount(told) });
  };

  private readonly chainChanged = (told: unknown): void => {
    this.show({ ...this.view.get(), chainId: Number(told) });
  };

  private show(view: WalletView): void {
    const { account, chainId } = this.view.get();
    if (view.account !== account || view.chainId !== chainId) this.view.set(view);
  }
}

function requireSame(view: WalletView, what: SignedFor): void {
  if (view.account !== what.account) throw new WalletChanged('otherAccount');
  if (view.chainId !== what.chainId) throw new WalletChanged('otherChain');
}

/** The account that a wallet shows is the first that it tells. */
function firstAccount(told: unknown): Address | undefined {
  const first: unknown = Array.isArray(told) ? told[0] : undefined;
  const read = typeof first === 'string' ? parseAddress(first, 'account') : undefined;
  return read?.ok === true ? read.value : undefined;
}

const chainOf = async ({ provider }: FoundWallet): Promise<number> =>
  Number(await provider.request({ method: 'eth_chainId' }));
