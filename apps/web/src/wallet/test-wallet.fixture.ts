import type { Wallet } from 'ethers';
import type { WalletProvider } from './wallet-provider';

type Listener = (told: unknown) => void;

/** A wallet with keys of its own, whose person answers as a test says. */
export class TestWallet implements WalletProvider {
  readonly asked: string[] = [];
  chainId = 31_337;
  /** Called while the person is asked. */
  whileAsking: () => void = () => undefined;
  /** Thrown for a method. */
  refusals: Record<string, unknown> = {};
  isAllowed = false;
  readonly on?: (event: string, listener: Listener) => void;
  readonly removeListener?: (event: string, listener: Listener) => void;
  private readonly listeners = new Map<string, Set<Listener>>();

  constructor(
    public keys: readonly Wallet[],
    hasEvents = true,
  ) {
    if (!hasEvents) return;
    this.on = (event, listener) => void this.of(event).add(listener);
    this.removeListener = (event, listener) => void this.of(event).delete(listener);
  }

  async request({
    method,
    params = [],
  }: {
    method: string;
    params?: readonly unknown[] | object;
  }): Promise<unknown> {
    this.asked.push(method);
    if (method in this.refusals) throw this.refusals[method];
    const [first, second] = params as readonly unknown[];
    switch (method) {
      case 'eth_requestAccounts':
        this.isAllowed = true;
        return this.addresses;
      case 'eth_accounts':
        return this.isAllowed ? this.addresses : [];
      case 'eth_chainId':
        return `0x${this.chainId.toString(16)}`;
      case 'personal_sign':
        this.whileAsking();
        return this.key(second).signMessage(Buffer.from(String(first).slice(2), 'hex'));
      case 'eth_signTypedData_v4': {
        this.whileAsking();
        const { domain, types, message } = JSON.parse(String(second)) as {
          domain: object;
          types: Record<string, { name: string; type: string }[]>;
          message: Record<string, unknown>;
        };
        const { EIP712Domain: _, ...own } = types;
        return this.key(first).signTypedData(domain, own, message);
      }
      case 'eth_sendTransaction':
        this.whileAsking();
        return `0x${'ab'.repeat(32)}`;
      default:
        throw Object.assign(new Error(`${method} is unknown`), { code: 4200 });
    }
  }

  /** Shows other accounts, and says so. */
  show(keys: readonly Wallet[]): void {
    this.keys = keys;
    this.tell('accountsChanged', this.addresses);
  }

  goTo(chainId: number): void {
    this.chainId = chainId;
    this.tell('chainChanged', `0x${chainId.toString(16)}`);
  }

  get listening(): number {
    return [...this.listeners.values()].reduce((sum, { size }) => sum + size, 0);
  }

  private get addresses(): string[] {
    return this.keys.map(({ address }) => address);
  }

  private key(address: unknown): Wallet {
    const key = this.keys.find((each) => each.address.toLowerCase() === String(address).toLowerCase());
    if (key === undefined) throw Object.assign(new Error('no such account'), { code: 4100 });
    return key;
  }

  private tell(event: string, told: unknown): void {
    for (const listener of this.of(event)) listener(told);
  }

  private of(event: string): Set<Listener> {
    const listeners = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, listeners);
    return listeners;
  }
}

export const personSaysNo = Object.assign(new Error('User denied'), { code: 4001 });
