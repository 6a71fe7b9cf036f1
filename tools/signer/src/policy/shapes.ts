import type { ContractDomain } from '@exchange/contract/chain';
import { insist } from './draft';

/** Throws BATCH when a batch has more orders or trades than allowed. One without any uses up a nonce, and is none the worse. */
export function insistOnBatch(
  { orders, trades }: { readonly orders: number; readonly trades: number },
  { ordersMax, tradesMax }: { readonly ordersMax: number; readonly tradesMax: number },
): void {
  insist(trades <= tradesMax, 'BATCH', () => `${trades} trades are more than ${tradesMax}`);
  insist(orders <= ordersMax, 'BATCH', () => `${orders} orders are more than ${ordersMax}`);
}

interface LongestValidity {
  readonly validForSecondsMax: number;
}

/** Throws VALID_UNTIL unless the contract's time for it ends between now and the limit. Unix seconds, `now` too. */
export function insistOnValidity(until: number, policy: LongestValidity, now: number): void {
  insist(until >= now, 'VALID_UNTIL', () => `it ended at ${until}, and it is ${now}`);
  insistOnEnd(until, policy, now);
}

/** Throws VALID_UNTIL when the contract's time for it ends after the limit. It may have ended: such a one is good for less, never for more. */
export function insistOnEnd(until: number, { validForSecondsMax }: LongestValidity, now: number): void {
  const last = now + validForSecondsMax;
  insist(
    until <= last,
    'VALID_UNTIL',
    () => `${until} is later than ${last}, ${validForSecondsMax} s from now`,
  );
}

/** Throws DOMAIN unless it is asked for the exchange that the policy names. */
export function insistOnDomain(asked: ContractDomain, own: ContractDomain): void {
  insist(asked.chainId === own.chainId, 'DOMAIN', () => `chain ${asked.chainId} is not ${own.chainId}`);
  insist(
    asked.contract === own.contract,
    'DOMAIN',
    () => `${asked.contract} is not the contract ${own.contract}`,
  );
  insist(asked.name === own.name, 'DOMAIN', () => `the exchange is not called ${JSON.stringify(asked.name)}`);
}
