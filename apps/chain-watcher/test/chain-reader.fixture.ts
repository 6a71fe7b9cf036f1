import { ChainNodes, type DeployedContract } from '@exchange/contract/chain';
import { JsonRpcChainReader } from '../src/scan/json-rpc-chain-reader';

/** A reader of an exchange through these nodes. */
export const readerOf = (
  urls: readonly string[],
  { address: contract, blockNumber: anchor }: DeployedContract,
  quorum?: number,
): JsonRpcChainReader => new JsonRpcChainReader(new ChainNodes({ urls, quorum }), { contract, anchor });
