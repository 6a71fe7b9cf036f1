import type { ContractDomain } from '@exchange/contract/chain';
import type { Log, Prompts } from '@exchange/platform';
import type { AttesterMetrics } from '../attester-metrics';
import type { AttesterState } from '../attester-state';
import type { AttesterChain } from '../chain/attester-chain';
import type { AttesterSignal } from '../inbox/round-signal';
import type { CosignerKey } from '@exchange/edge/keys';

/** What a round works with. `state` is the turn's; a round reads it, and changes it only through prompts. */
export interface AttesterTools {
  readonly state: AttesterState;
  readonly chain: AttesterChain;
  readonly domain: ContractDomain;
  readonly cosigner: CosignerKey;
  readonly prompts: Prompts<AttesterSignal>;
  readonly log: Log;
  readonly metrics: AttesterMetrics;
}
