import type { ContractDomain } from '@exchange/contract/chain';
import type { AttesterNews, CosignRequest } from '@exchange/core/message';
import type { AttestationChecks } from '@exchange/core/settlement';
import { type Clock, handlersOf, type InboxTypes, type LogLine } from '@exchange/platform';
import type { AttestationLimits } from '../attestations/record';
import type { AttesterState } from '../attester-state';
import type { AttesterKey } from '@exchange/edge/keys';

/** What a batch is judged by and signed with. */
export interface AttestingDeps {
  /** Read here, and changed by turns alone. */
  readonly state: AttesterState;
  readonly domain: ContractDomain;
  readonly limits: AttestationLimits;
  /** All of them, but where a test shows that each is needed. */
  readonly checks: AttestationChecks;
  readonly attester: AttesterKey;
  readonly clock: Pick<Clock, 'now'>;
}

/** What the inputs of a turn are applied to, and what the turn gathers. */
export interface AttesterTurn {
  readonly state: AttesterState;
  readonly domain: ContractDomain;
  readonly limits: AttestationLimits;
  readonly checks: AttestationChecks;
  readonly news: AttesterNews[];
  /** Alarms, and what else the log is told. */
  readonly lines: LogLine[];
  /** Unix ms of this turn. */
  readonly at: number;
}

export interface AttesterInbox extends InboxTypes {
  readonly deps: AttestingDeps;
  readonly turn: AttesterTurn;
  /** The requests whose earlier co-signatures are to be read. */
  readonly needs: readonly CosignRequest[];
}

/** Declares a handler of the attester. */
export const handle = handlersOf<AttesterInbox>();
