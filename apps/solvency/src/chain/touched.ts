import { type Address, present } from '@exchange/core/kernel';
import { type ContractEvent, REBATE_POOL } from '@exchange/contract/chain';
import type { Pair } from './contract-view';

/** What is known of the contract from its events. */
export interface KnownNames {
  /** By the contract's id of a token. */
  readonly tokens: Map<number, Address>;
  /** Everybody who was the fee collector: what was collected stays with them. */
  readonly collectors: Set<Address>;
}

/**
 * Whose balance of what an event may have changed; never fewer, so that whoever reads these balances again knows all.
 * Names that the event tells are learned. How much changed isn't taken from it: the contract's storage says that.
 */
export function touchedBy(event: ContractEvent, names: KnownNames): readonly Pair[] {
  const { tokens, collectors } = names;
  const housesOf = (token: Address) =>
    [...collectors, REBATE_POOL].map((account): Pair => ({ account, token }));
  switch (event.kind) {
    case 'TokenRegistered':
      tokens.set(event.id, event.token);
      return [];
    case 'FeeCollectorChanged':
      collectors.add(event.feeCollector);
      return [...tokens.values()].map((token) => ({ account: event.feeCollector, token }));
    case 'Deposited':
      return [{ account: event.account, token: event.token }];
    case 'Withdrawn':
      return [{ account: event.account, token: event.token }, ...housesOf(event.token)];
    case 'RebatesFunded':
    case 'RebatesReleased':
      return housesOf(event.token);
    case 'TradeSettled': {
      const sold = [event.makerSellTokenId, event.takerSellTokenId];
      return sold.flatMap((id) => {
        const token = present(tokens.get(id), `token ${id} of the contract`);
        return [{ account: event.maker, token }, { account: event.taker, token }, ...housesOf(token)];
      });
    }
    default:
      return [];
  }
}
