import { feeTierArray, type FeeTierArray } from './encode/personal';
import { BAR_PRECISIONS, CONVERSION_CURRENCIES } from './limits';
import type { FeeTierView } from './views';

/** Limits that a client should know. */
export interface LimitsView {
  readonly frameCharacters: number;
  readonly commandsPerFrame: number;
  readonly connectionsPerAddress: number;
  readonly points: number;
  readonly pointWindowSeconds: number;
}

/** What a deployment is (seed: Config; docs/interface, network). */
export interface ConfigView {
  readonly contractAddress: string;
  readonly network: string;
  /** The name in the EIP-712 domain. */
  readonly name: string;
  readonly chainId: number;
  /** Blocks until the chain's facts count as final. */
  readonly confirmations: number;
  /** The server's clock, Unix ms. */
  readonly time: number;
  readonly fees: readonly FeeTierView[];
  readonly limits: LimitsView;
}

/** The config object of the websocket and of REST. */
export interface ConfigObject extends Omit<ConfigView, 'fees'> {
  readonly conversionCurrencies: Readonly<Record<string, string>>;
  readonly barDataPrecisions: Readonly<Record<string, number>>;
  readonly fees: readonly FeeTierArray[];
}

export function configObject(view: ConfigView): ConfigObject {
  return {
    contractAddress: view.contractAddress,
    network: view.network,
    conversionCurrencies: CONVERSION_CURRENCIES,
    barDataPrecisions: BAR_PRECISIONS,
    name: view.name,
    chainId: view.chainId,
    confirmations: view.confirmations,
    time: view.time,
    fees: view.fees.map(feeTierArray),
    limits: view.limits,
  };
}
