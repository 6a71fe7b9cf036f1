import { type FeeRow, wholeTokens } from '@exchange/core/kernel';
import type { FeeTierView } from '@exchange/core/message';
import { feeTierArray } from './encode/personal';
import {
  type AddressLimits,
  BAR_PRECISIONS,
  CONVERSION_CURRENCIES,
  FRAME_LIMITS,
  POINT_TENTHS_MAX,
  POINT_WINDOW_MS,
} from './limits';
import type { ConfigObject, LimitsView } from './schema';

/** The limits of a client at an address with these limits, as they are applied. */
export function limitsView(address: AddressLimits): LimitsView {
  return {
    frameCharacters: FRAME_LIMITS.characters,
    commandsPerFrame: FRAME_LIMITS.commands,
    connectionsPerAddress: address.connections,
    newConnectionsPerAddress: address.newConnections,
    points: POINT_TENTHS_MAX / 10,
    pointsPerAddress: address.pointTenths / 10,
    pointWindowSeconds: POINT_WINDOW_MS / 1000,
  };
}

const ETHER_DECIMALS = 18;

/** The rows of a fee schedule as clients are told them: volumes in whole ETH. */
export const feeRowViews = (rows: readonly FeeRow[]): readonly FeeTierView[] =>
  rows.map(({ volume, makerPpm, takerPpm }) => ({
    ...{ volume: wholeTokens(volume, ETHER_DECIMALS), makerPpm, takerPpm },
  }));

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
  /** In force now. */
  readonly fees: readonly FeeTierView[];
  readonly limits: LimitsView;
  /** Where clients reach the websocket; undefined when the operator says nothing. */
  readonly websocketUrl?: string | undefined;
  /** The root of the chain's block explorer. */
  readonly explorerUrl?: string | undefined;
  /** A node of the chain that pages may ask; on development chains only. */
  readonly rpcUrl?: string | undefined;
  /** The contract that takes deposits by permits (docs/interface, functions). */
  readonly depositRouter?: string | undefined;
  /** Bars that open before are made up, Unix ms; on development chains only. */
  readonly demoBarsBefore?: number | undefined;
  /** Seconds that the contract lets what needs no co-signature wait; undefined until the chain has said so. */
  readonly waitingPeriod?: number | undefined;
  /** The contract takes no deposits now; undefined when it does. */
  readonly depositsPaused?: true | undefined;
  /** What was announced to follow `fees`, from `startsAt` (Unix ms) on; undefined when nothing was. */
  readonly nextFees?: { readonly startsAt: number; readonly fees: readonly FeeTierView[] } | undefined;
}

/** The config object of the websocket and of REST. */
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
    ...(view.websocketUrl === undefined ? {} : { websocketUrl: view.websocketUrl }),
    ...(view.explorerUrl === undefined ? {} : { explorerUrl: view.explorerUrl }),
    ...(view.rpcUrl === undefined ? {} : { rpcUrl: view.rpcUrl }),
    ...(view.depositRouter === undefined ? {} : { depositRouter: view.depositRouter }),
    ...(view.demoBarsBefore === undefined ? {} : { demoBarsBefore: view.demoBarsBefore }),
    ...(view.waitingPeriod === undefined ? {} : { waitingPeriod: view.waitingPeriod }),
    ...(view.depositsPaused === undefined ? {} : { depositsPaused: view.depositsPaused }),
    ...(view.nextFees === undefined
      ? {}
      : { nextFees: { startsAt: view.nextFees.startsAt, fees: view.nextFees.fees.map(feeTierArray) } }),
  };
}
