import { getBytes, type Wallet } from 'ethers';
import type { BrowserContext } from 'playwright-core';

type TypedData = Parameters<Wallet['signTypedData']>;

const SIGNATURES = ['personal_sign', 'eth_signTypedData_v4'];

/** A wallet of every page of a browser's context, as an extension would be: it signs here, at once or when a test lets it. */
export class PageWallet {
  /** Methods that need the person's consent, since the last look. */
  readonly asked: string[] = [];
  #isLetIn = false;
  #held: Promise<void> = Promise.resolve();

  private constructor(
    private readonly key: Wallet,
    private readonly chainId: number,
  ) {}

  /** Announces it (EIP-6963) to every page that is opened from now on. `key` has a provider, which is the node. */
  static async in(context: BrowserContext, key: Wallet, chainId: number): Promise<PageWallet> {
    const wallet = new PageWallet(key, chainId);
    await context.exposeFunction('askTestWallet', (method: string, params: unknown[]) =>
      wallet.#answer(method, params),
    );
    await context.addInitScript(`(${announce.toString()})()`);
    return wallet;
  }

  get address(): string {
    return this.key.address.toLowerCase();
  }

  /** Signs nothing until the returned function is called: its window is open. */
  hold(): () => void {
    let release: () => void = () => undefined;
    this.#held = new Promise((resolve) => (release = resolve));
    return release;
  }

  async #answer(method: string, params: unknown[]): Promise<unknown> {
    if (SIGNATURES.includes(method)) {
      this.asked.push(method);
      await this.#held;
    }
    switch (method) {
      case 'eth_requestAccounts':
        this.#isLetIn = true;
        return [this.address];
      case 'eth_accounts':
        return this.#isLetIn ? [this.address] : [];
      case 'eth_chainId':
        return `0x${this.chainId.toString(16)}`;
      case 'personal_sign':
        return this.key.signMessage(getBytes(String(params[0])));
      case 'eth_signTypedData_v4':
        return this.#signTyped(String(params[1]));
      case 'eth_sendTransaction':
        return this.#send(params[0] as { to: string; data?: string; value?: string });
      default: {
        const { provider } = this.key;
        if (provider === null || !('send' in provider)) throw new Error('the wallet knows no node');
        return (provider as { send(method: string, params: unknown[]): Promise<unknown> }).send(
          method,
          params,
        );
      }
    }
  }

  #signTyped(text: string): Promise<string> {
    const { domain, types, message } = JSON.parse(text) as {
      readonly domain: TypedData[0];
      readonly types: TypedData[1];
      readonly message: TypedData[2];
    };
    const { EIP712Domain: _, ...own } = types;
    return this.key.signTypedData(domain, own, message);
  }

  async #send({ to, data, value }: { to: string; data?: string; value?: string }): Promise<string> {
    const sent = await this.key.sendTransaction({ to, data: data ?? '0x', value: value ?? '0x0' });
    return sent.hash;
  }
}

/** Runs in the page, without anything of this file. */
function announce(): void {
  interface PageGlobal {
    askTestWallet(method: string, params: readonly unknown[]): Promise<unknown>;
    addEventListener(name: string, act: () => void): void;
    dispatchEvent(event: unknown): void;
    CustomEvent: new (name: string, options: object) => unknown;
  }
  const page = globalThis as unknown as PageGlobal;
  const provider = {
    request: ({ method, params = [] }: { method: string; params?: readonly unknown[] }) =>
      page.askTestWallet(method, params),
  };
  const info = { uuid: 'test', name: 'Testwallet', icon: '', rdns: 'org.testwallet' };
  const detail = Object.freeze({ info, provider });
  const tell = () => page.dispatchEvent(new page.CustomEvent('eip6963:announceProvider', { detail }));
  page.addEventListener('eip6963:requestProvider', tell);
}
