import { Cell } from '../exchange/cell';
import { type FoundWallet, isProvider } from './wallet-provider';

/** The part of a window that is used. */
export interface WalletPage extends EventTarget {
  readonly ethereum?: unknown;
}

const ANNOUNCED = 'eip6963:announceProvider';
const ASKED = 'eip6963:requestProvider';
/** What the one wallet without a name is known by. */
const UNNAMED = 'window.ethereum';
/** Wallets that announce themselves do so at once when they are asked. */
const ANNOUNCED_MS = 200;
const NAME_MAX = 40;

/**
 * The wallets of a browser: those that announce themselves (EIP-6963), as they come, and the one that is just there
 * (EIP-1193) where it isn't one of them. Nothing is asked of any of them.
 */
export class WalletList {
  readonly cell = new Cell<readonly FoundWallet[]>([]);

  constructor(
    private readonly page: WalletPage,
    private readonly unnamed: string,
  ) {
    page.addEventListener(ANNOUNCED, (event) => this.take('detail' in event ? event.detail : undefined));
    // One that comes late says so.
    page.addEventListener('ethereum#initialized', () => this.lookForUnnamed());
    this.look();
  }

  /** Asks the wallets to announce themselves once more. */
  look(): void {
    this.page.dispatchEvent(new Event(ASKED));
    setTimeout(() => this.lookForUnnamed(), ANNOUNCED_MS);
  }

  /** The wallet of this id, if it comes within so long. */
  async found(id: string, withinMs: number): Promise<FoundWallet | undefined> {
    const now = () => this.cell.get().find((each) => each.id === id);
    if (now() !== undefined) return now();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        stop();
        resolve(now());
      };
      const timer = setTimeout(end, withinMs);
      const stop = this.cell.subscribe(() => {
        if (now() !== undefined) end();
      });
    });
  }

  private take(detail: unknown): void {
    const found = announced(detail);
    if (found === undefined) return;
    const others = this.cell
      .get()
      .filter(({ id, provider }) => id !== found.id && provider !== found.provider);
    this.cell.set([...others, found]);
  }

  private lookForUnnamed(): void {
    const provider = this.page.ethereum;
    if (!isProvider(provider) || this.cell.get().some((each) => each.provider === provider)) return;
    const others = this.cell.get().filter(({ id }) => id !== UNNAMED);
    this.cell.set([...others, { id: UNNAMED, name: this.unnamed, provider }]);
  }
}

/** What a wallet announced; undefined for what is no announcement. `rdns` stays the same over reloads, `uuid` doesn't. */
function announced(detail: unknown): FoundWallet | undefined {
  if (typeof detail !== 'object' || detail === null || !('info' in detail) || !('provider' in detail))
    return undefined;
  const { info, provider } = detail;
  if (typeof info !== 'object' || info === null || !isProvider(provider)) return undefined;
  const name = 'name' in info && typeof info.name === 'string' ? info.name.trim().slice(0, NAME_MAX) : '';
  const id = 'rdns' in info && typeof info.rdns === 'string' ? info.rdns : '';
  return name === '' || id === '' ? undefined : { id, name, provider };
}
