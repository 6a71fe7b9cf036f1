import { textTable } from '../../../kit/text-table';
import {
  type AccountView,
  type HeldDelegate,
  type Holding,
  isOfInterest,
  type HeldOrder,
} from '../account/account-view';
import { cancelText, delegateText, exitText, nonceText } from '../account/states';
import { amountText, durationText, timeText } from '../account/units';

/** What the contract holds for an account, for a terminal. */
export function accountLines({ account, place, block, now, waitingPeriod, holdings }: AccountView): string[] {
  const held = holdings.filter(isOfInterest);
  return [
    `account ${account}, contract ${place.contract}, chain ${place.chainId}`,
    `as of block ${block}, ${timeText(now)}; the waiting period is ${durationText(waitingPeriod)}`,
    '',
    ...(held.length === 0 ? ['The contract holds nothing for this account.'] : holdingTable(held, now)),
  ];
}

function holdingTable(held: readonly Holding[], now: number): string[] {
  const rows = held.map((one) => [
    ...[amountText(one.balance, one), exitText(one, now), nonceText(one, now), one.token],
  ]);
  return textTable([['balance', 'exit', 'least nonce', 'token'], ...rows], ['right', 'left', 'left', 'left']);
}

export function orderLines(orders: readonly HeldOrder[], now: number): string[] {
  const rows = orders.map((one) => [one.orderHash, String(one.sold), cancelText(one.cancelAt, now)]);
  return textTable([['order', 'sold (units)', 'cancellation'], ...rows], ['left', 'right', 'left']);
}

export function delegateLines(delegates: readonly HeldDelegate[], now: number): string[] {
  if (delegates.length === 0) return ["No key but the account's own may trade for it."];
  const rows = delegates.map((one) => [one.delegate, timeText(one.validUntil), delegateText(one, now)]);
  return textTable([['delegate', 'valid until', 'state'], ...rows], ['left', 'left', 'left']);
}
