import type { DevKey } from '../chain/dev-keys';

/** The content of endpoints.json: all that a tool needs to use the exchange. */
export interface Endpoints {
  readonly rest: string;
  readonly ws: string;
  /** Every gateway of the public; the first ones are `rest` and `ws`. */
  readonly gateways: { readonly rest: readonly string[]; readonly ws: readonly string[] };
  /** Every process of a service, and the remote signer if there is one: its name, which `processes.json` gives too, and where it says whether it is ready. */
  readonly processes: readonly { readonly name: string; readonly app: string; readonly health: string }[];
  /** The operators' desk. */
  readonly operator?: string;
  /** Prometheus, which looks at all of them; only of an exchange that was started with `--observe`. */
  readonly prometheus?: string;
  readonly rpc: string;
  readonly chainId: number;
  readonly contract: string;
  /** The contract's views, and where tokens with permits are deposited. */
  readonly lens: string;
  readonly depositRouter: string;
  /** Contract addresses by symbol; the zero address is ETH. */
  readonly tokens: Readonly<Record<string, string>>;
  /** They own ETH and every token on the chain, have deposited nothing, and may send as much as they like. */
  readonly accounts: readonly DevKey[];
  /** The same without raised limits: they meet those of docs/interface. */
  readonly limitedAccounts: readonly DevKey[];
}

export const ENDPOINTS_FILE = 'endpoints.json';
