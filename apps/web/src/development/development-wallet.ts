import { keySigner, keyWallet, nodeAt, type Signer, type Wallet } from '@exchange/client';
import type { WalletProvider } from '../wallet/wallet-provider';
import { type ChainConfig, developmentNode, developmentWalletId } from './development-chain';
import { keyMadeHere, TEST_ACCOUNTS } from './development-keys';

/** A refusal as wallets throw it (EIP-1193). */
class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

const UNKNOWN_CHAIN = 4902;
const UNAUTHORIZED = 4100;
const OTHER_CHAIN = 4901;

/** Whether the person connected the wallet to the page, which wallets remember over reloads. */
interface Permission {
  isGiven(): boolean;
  give(): void;
}

/** A wallet that signs in the page itself, with a key that is worth nothing. It works on the development chain alone. */
export class DevelopmentWallet implements WalletProvider {
  private readonly node: Wallet;
  private opened: Promise<{ signer: Signer; sender: Wallet }> | undefined;

  constructor(
    rpcUrl: string,
    private readonly chainId: number,
    private readonly privateKey: () => string,
    private readonly allowed: Permission,
  ) {
    this.node = nodeAt(rpcUrl);
  }

  async request(question: { method: string; params?: readonly unknown[] | object }): Promise<unknown> {
    const params = Array.isArray(question.params) ? (question.params as readonly unknown[]) : [];
    switch (question.method) {
      case 'eth_requestAccounts':
        this.allowed.give();
        return [(await this.open()).signer.address];
      case 'eth_accounts':
        return this.allowed.isGiven() ? [(await this.open()).signer.address] : [];
      case 'eth_chainId':
        return hex(this.chainId);
      case 'wallet_switchEthereumChain':
        return this.switchTo(params[0]);
      case 'personal_sign':
        return (await this.owner(params[1])).signMessage(messageIn(String(params[0])));
      case 'eth_signTypedData_v4':
        return signTyped(await this.owner(params[0]), String(params[1]));
      case 'eth_sendTransaction':
        await this.requireOwnChain();
        return (await this.open()).sender.request(question);
      default:
        return this.node.request(question);
    }
  }

  private open() {
    this.opened ??= (async () => {
      const privateKey = this.privateKey();
      return {
        signer: await keySigner(privateKey),
        sender: await keyWallet({ node: this.node, privateKey }),
      };
    })();
    return this.opened;
  }

  private async owner(account: unknown): Promise<Signer> {
    const { signer } = await this.open();
    if (String(account).toLowerCase() === signer.address) return signer;
    throw new ProviderRefusal(UNAUTHORIZED, `this wallet has no key of ${String(account)}`);
  }

  private async switchTo(wanted: unknown): Promise<null> {
    const isOwn =
      typeof wanted === 'object' &&
      wanted !== null &&
      'chainId' in wanted &&
      Number(wanted.chainId) === this.chainId;
    if (isOwn) return null;
    throw new ProviderRefusal(UNKNOWN_CHAIN, `this wallet knows chain ${this.chainId} only`);
  }

  /** The node is asked, too: what answers at the address may be another chain's by now. */
  private async requireOwnChain(): Promise<void> {
    const chain = Number(await this.node.request({ method: 'eth_chainId' }));
    if (developmentNode({ chainId: chain, rpcUrl: 'any' }) !== undefined && chain === this.chainId) return;
    throw new ProviderRefusal(OTHER_CHAIN, `the node is on chain ${chain}, so nothing is sent`);
  }
}

/**
 * Announces wallets of the development chain as an extension would (EIP-6963). On every other chain nothing is announced,
 * and no key is made.
 */
export function announceDevelopmentWallets(
  page: EventTarget,
  config: ChainConfig,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): void {
  const rpcUrl = developmentNode(config);
  if (rpcUrl === undefined) return;
  const keys = [
    { name: 'Key made in this browser', key: () => keyMadeHere(storage) },
    ...TEST_ACCOUNTS.map(({ name, privateKey }) => ({ name, key: () => privateKey })),
  ];
  for (const { name, key } of keys) {
    const rdns = developmentWalletId(name);
    const allowed: Permission = {
      isGiven: () => storage.getItem(rdns) !== null,
      give: () => storage.setItem(rdns, 'connected'),
    };
    const provider = new DevelopmentWallet(rpcUrl, config.chainId, key, allowed);
    const info = { uuid: rdns, name, icon: '', rdns };
    const detail = Object.freeze({ info, provider });
    const announce = () => page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    page.addEventListener('eip6963:requestProvider', announce);
    announce();
  }
}

const hex = (value: number): string => `0x${value.toString(16)}`;

/** What personal_sign is given is hex of bytes: a text's, or the 32 of a hash. */
function messageIn(text: string): string | Uint8Array {
  const digits = /^0x((?:[0-9a-f]{2})*)$/i.exec(text)?.[1];
  if (digits === undefined) return text;
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return bytes.length === 32 ? bytes : new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/** Typed data as wallets are given it; the domain's own members are no type of the message. */
function signTyped(signer: Signer, text: string): Promise<string> {
  const { domain, types, message } = JSON.parse(text) as {
    readonly domain: Parameters<Signer['signTypedData']>[0];
    readonly types: Parameters<Signer['signTypedData']>[1];
    readonly message: object;
  };
  const { EIP712Domain: _, ...own } = types;
  return signer.signTypedData(domain, own, message);
}
