import type { Address } from '@exchange/core/kernel';
import type { Signature } from '@exchange/core/message';
import { signalsOf } from '@exchange/platform';
import type { ChainSight, Settlement } from '../chain/attester-chain';

/** What the round learned or did; each is stored before the round goes on. */
export type AttesterSignal =
  | {
      readonly kind: 'chain_looked';
      readonly view: ChainSight;
      /** Those behind the tokens that were known. */
      readonly tokens: readonly Address[];
      /** What the contract settled under the ids of trades. */
      readonly settlements: readonly Settlement[];
      /** Accounts and nonces of withdrawals that left: `<account>:<nonce>`. */
      readonly spent: ReadonlySet<string>;
    }
  | { readonly kind: 'cosigned'; readonly block: number | undefined; readonly signed: readonly Cosigned[] };

/** `held`: of a withdrawal, what the contract held of its token as of the block. */
export interface Cosigned {
  readonly key: string;
  readonly signature: Signature;
  readonly held: bigint;
}

export const signal = signalsOf<AttesterSignal>();
