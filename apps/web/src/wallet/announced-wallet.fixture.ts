import type { Page } from 'playwright-core';

/** What the wallet in the page can be told by a test. */
export interface WalletControls {
  /** Shows these accounts, and says so. */
  show(accounts: readonly string[]): Promise<void>;
  goTo(chainId: number): Promise<void>;
  /** The methods that it was asked since the last call. */
  asked(): Promise<readonly string[]>;
  /** The person says no to the next question, or yes again. */
  refuse(isRefusing: boolean): Promise<void>;
}

/**
 * Puts a wallet into the page as an extension does (EIP-6963): accounts of the development chain, for which its node signs;
 * without a node, any 65 bytes. It remembers over reloads that the page was let in.
 */
export async function announceWallet(
  page: Page,
  rpc: string | undefined,
  accounts: readonly string[],
): Promise<WalletControls> {
  await page.addInitScript(`(${inPage.toString()})(${JSON.stringify({ rpc, accounts })})`);
  const tell = (code: string) => page.evaluate(`globalThis.testWallet.${code}`);
  return {
    show: async (shown) => void (await tell(`show(${JSON.stringify(shown)})`)),
    goTo: async (chainId) => void (await tell(`goTo(${chainId})`)),
    asked: async () => (await tell('asked.splice(0)')) as string[],
    refuse: async (isRefusing) => void (await tell(`refuse(${isRefusing})`)),
  };
}

/** Runs in the page, without anything of this file. */
function inPage({ rpc, accounts }: { rpc?: string; accounts: readonly string[] }): void {
  type Listener = (told: unknown) => void;
  interface PageGlobal {
    testWallet: object;
    localStorage: { getItem(key: string): string | null; setItem(key: string, value: string): void };
    addEventListener(name: string, act: () => void): void;
    dispatchEvent(event: unknown): void;
    CustomEvent: new (name: string, options: object) => unknown;
  }
  const page = globalThis as unknown as PageGlobal;
  const listeners = new Map<string, Listener[]>();
  const tell = (event: string, told: unknown) => (listeners.get(event) ?? []).forEach((each) => each(told));
  const asked: string[] = [];
  let shown = accounts;
  let chainId = 31_337;
  let isRefusing = false;
  const ask = ['eth_requestAccounts', 'personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'];
  const request = async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
    asked.push(method);
    if (isRefusing && ask.includes(method)) throw { code: 4001, message: 'User rejected the request.' };
    if (method === 'eth_requestAccounts') page.localStorage.setItem('test wallet', 'let in');
    if (method === 'eth_accounts' || method === 'eth_requestAccounts')
      return page.localStorage.getItem('test wallet') === null ? [] : shown;
    if (method === 'eth_chainId') return `0x${chainId.toString(16)}`;
    if (method === 'wallet_switchEthereumChain') {
      chainId = Number((params[0] as { chainId: string }).chainId);
      tell('chainChanged', `0x${chainId.toString(16)}`);
      return null;
    }
    if (rpc === undefined) return `0x${'1b'.repeat(65)}`;
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const { result, error } = (await (await fetch(rpc, { method: 'POST', headers, body })).json()) as {
      result?: unknown;
      error?: object;
    };
    if (error !== undefined) throw error;
    return result;
  };
  const provider = {
    request,
    on: (event: string, listener: Listener) =>
      listeners.set(event, [...(listeners.get(event) ?? []), listener]),
    removeListener: (event: string, listener: Listener) =>
      listeners.set(
        event,
        (listeners.get(event) ?? []).filter((each) => each !== listener),
      ),
  };
  page.testWallet = {
    asked,
    show: (now: readonly string[]) => tell('accountsChanged', (shown = now)),
    goTo: (now: number) => tell('chainChanged', `0x${(chainId = now).toString(16)}`),
    refuse: (now: boolean) => (isRefusing = now),
  };
  const detail = Object.freeze({
    info: { uuid: 'test', name: 'Testwallet', icon: '', rdns: 'org.testwallet' },
    provider,
  });
  const announce = () => page.dispatchEvent(new page.CustomEvent('eip6963:announceProvider', { detail }));
  page.addEventListener('eip6963:requestProvider', announce);
}
