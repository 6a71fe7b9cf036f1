import { type Address, amount, minAmount, type TradeId, ZERO_AMOUNT } from '@exchange/core/kernel';
import { owedLines, postCredit } from '../account/credit';
import { type EntryOf, rebateToken } from '../account/entry';
import { freezeShort } from '../account/frozen';
import { changeEntry } from '../account/open-entry';
import { cosignWhenSettled } from '../chain/cosign-when-settled';
import type { Fact } from '../fact';
import { type HourVolumeOf, uncountVolume } from '../fees/trading-volume';
import { noteBlocked } from '../funds/apply-exit-request';
import { Journal } from '../journal';
import type { Ledger } from '../ledger';
import type { Order } from '../order/order';
import { cancelOrders } from '../order/request-cancel';
import { netBought, netSold } from './trade';

type TradeEntry = EntryOf<'trade'>;

/**
 * Reverses an account's sides of trades that can't settle any more: the orders that sell what it must give back are
 * canceled, and when the last of them has ended, each side is undone by a double entry of its own, the newest first.
 * Trades that are reversed or final already, or of others, change nothing (docs: ledger, when settlement fails).
 * `volumeIn`: the account's volume of an hour before this; `at`: Unix ms.
 */
export function reverseTrades(
  ledger: Ledger,
  input: {
    readonly account: Address;
    readonly tradeIds: readonly TradeId[];
    readonly volumeIn: HourVolumeOf;
    readonly at: number;
  },
): readonly Fact[] {
  const account = ledger.account(input.account);
  const journal = new Journal(ledger, account, input.at);
  const named = input.tradeIds.flatMap((id) => account.tradeEntry(id) ?? []);
  const fresh = named.filter(({ cause }) => cause.reversing !== true);
  const causes = fresh.map(({ cause }) => cause);
  uncountVolume(journal, causes, input.volumeIn);
  for (const entry of fresh) {
    const cause = { ...entry.cause, reversing: true } as const;
    changeEntry(journal, entry, { cause, description: 'trade, being reversed' });
  }
  cancelOrders(journal, ordersHolding(journal, reversing(journal)), 'trade_reversed');
  reverseWhenReleased(journal);
  return journal.close();
}

/** Undoes the trades that are being reversed, once no open order holds a token that they take back. */
export function reverseWhenReleased(journal: Journal): void {
  const entries = reversing(journal);
  if (entries.length === 0 || ordersHolding(journal, entries).length > 0) return;
  const newestFirst = entries.sort((a, b) => b.id - a.id);
  // What is given back may be what another one of them takes.
  for (const entry of newestFirst) giveBack(journal, entry);
  const beyond = newestFirst.map((entry) => takeBack(journal, entry));
  for (const entry of newestFirst) {
    changeEntry(journal, entry, { canceled: true, open: false, description: 'trade reversed' });
  }
  cosignWhenSettled(journal);
  if (beyond.some((lacking) => lacking > 0n)) {
    freezeShort(journal, `trades ${newestFirst.map(({ cause }) => cause.tradeId).join(', ')} were reversed`);
  }
}

const reversing = ({ account }: Journal): TradeEntry[] =>
  account.isReversing ? account.entriesOf('trade').filter(({ cause }) => cause.reversing === true) : [];

/** The open orders that sell what these trades must give back. */
function ordersHolding({ account }: Journal, entries: readonly TradeEntry[]): readonly Order[] {
  const owed = new Set(entries.map(({ cause }) => cause.boughtToken));
  return [...account.orders.values()].filter(({ signed }) => owed.has(signed.terms.sellToken));
}

/** What was sold comes back, less the rebate that was paid in it. */
function giveBack(journal: Journal, { id, cause }: TradeEntry): void {
  const { soldToken: token, sold } = cause;
  const given = netSold(cause);
  const left = postCredit(journal, { kind: 'entry', id }, token, given, [
    { owner: 'clearing', token, bucket: 'total', amount: -sold },
    { owner: 'budget', token, bucket: 'total', amount: sold - given },
    journal.line(token, 'soldUnsettled', -given),
  ]);
  noteBlocked(journal, token, left);
}

/** What was bought is taken out of what is free, or blocked for an exit; what is lacking is a shortfall. */
function takeBack(journal: Journal, { id, cause, applied }: TradeEntry): bigint {
  const { boughtToken: token, bought, fee, rebate } = cause;
  const got = netBought(cause);
  const { usable, blocked } = journal.account.balance(token);
  const fromUsable = minAmount(got, usable);
  const fromBlocked = minAmount(amount(got - fromUsable), blocked);
  const lacking = amount(got - fromUsable - fromBlocked);
  journal.post({ kind: 'entry', id }, [
    { owner: 'clearing', token, bucket: 'total', amount: bought },
    { owner: 'collector', token, bucket: 'total', amount: -fee },
    { owner: 'budget', token, bucket: 'total', amount: got - bought + fee },
    journal.line(token, 'usable', -fromUsable),
    journal.line(token, 'blocked', -fromBlocked),
    journal.line(token, 'boughtUnsettled', -got),
    ...owedLines(journal, token, lacking),
  ]);
  const toldAsUsable = applied[1]?.[1] === 1;
  if (toldAsUsable) noteBlocked(journal, token, -fromBlocked);
  if (rebate > ZERO_AMOUNT) journal.endRebate(rebateToken(cause), rebate);
  return lacking;
}
