import { marketReport, type Refusal } from '@exchange/contract/bus';
import { type Address, type MarketId, unreachable } from '@exchange/core/kernel';
import {
  applyDone,
  applyEdited,
  applyEditRefused,
  applyRested,
  applyTrade,
  applyTriggered,
  applyWaiting,
  chooseRebate,
  type Fact,
  type Trade,
} from '@exchange/core/ledger';
import type { MarketEvent, MarketStep } from '@exchange/core/message';
import { tellPendingSettlement } from '../../awaited/await-answer';
import { countTradeVolume, tradeVolume } from '../../fees/trade-volume';
import { tellRulesOf } from '../../listing/tell-rules';
import { storeMarket } from '../../outbox/fact-rows';
import { handle } from '../handle';
import type { LedgerTurn } from '../../ledger-turn';
import { editRefusal } from './edit-refusal';

/** What a market's engine decided: rests, trades, edits and ends of orders, applied to whom they concern. */
export const takeMarketReport = handle(marketReport, {
  needs: ({ message: { steps } }) => ({
    accounts: steps.flatMap(({ events }) => events.flatMap(accountsOf)),
  }),

  decide(turn, { message: { market, steps, rulesVersion } }) {
    tellRulesOf(turn, market, rulesVersion);
    for (const step of steps) {
      for (const event of step.events) applyEvent(turn, market, step, event);
    }
  },
});

function accountsOf(event: MarketEvent): Address[] {
  if (event.kind === 'trade') return [event.maker.account, event.taker.account];
  return 'account' in event ? [event.account] : [];
}

function applyEvent(turn: LedgerTurn, market: MarketId, step: MarketStep, event: MarketEvent): void {
  const { book, at } = turn;
  if (event.kind !== 'trade' && !accountsOf(event).every((account) => book.group.owns(account))) return;
  switch (event.kind) {
    case 'trade':
      return applyOwnSides(turn, step, { ...event, market });
    case 'rested':
      return tell(turn, step, event, applyRested(book.ledgerOf(event.account), event, at));
    case 'waiting':
      return tell(turn, step, event, applyWaiting(book.ledgerOf(event.account), event, at));
    case 'triggered':
      return tell(turn, step, event, applyTriggered(book.ledgerOf(event.account), event, at));
    case 'edited':
      return tell(turn, step, event, applyEdited(book.ledgerOf(event.account), event, at));
    case 'done':
      return tell(turn, step, event, applyDone(book.ledgerOf(event.account), event, at));
    case 'edit_refused':
      refuse(turn, step, event, editRefusal(event));
      return tell(turn, step, event, applyEditRefused(book.ledgerOf(event.account), event, at));
    case 'not_open':
      return refuse(turn, step, event, {
        code: 'ORDER_NOT_OPEN',
        message: `order ${event.orderId} is not open`,
      });
    case 'level':
    case 'status':
      return;
    default:
      return unreachable(event);
  }
}

/** Said to the connection that asked, if one did. */
function refuse(
  turn: LedgerTurn,
  step: MarketStep,
  { account }: { readonly account: Address },
  { code, message }: Pick<Refusal, 'code' | 'message'>,
): void {
  if (step.origin !== undefined) {
    turn.output.tell(account, [{ kind: 'refused', code, message }], step.origin);
  }
}

/** The sides of a trade whose accounts are this group's; others post theirs by themselves. */
function applyOwnSides(turn: LedgerTurn, step: MarketStep, trade: Trade): void {
  const { group } = turn.book;
  turn.book.setLastRate(trade.market, trade.rateKey);
  const roles = (['maker', 'taker'] as const).filter((role) => group.owns(trade[role].account));
  // A listing that comes on its own log may be behind, but not behind orders that were accepted by it.
  if (roles.length === 0 && !group.isHome) return;
  const rebate = roles.includes('maker')
    ? chooseRebate(turn.book.ledgerOf(trade.maker.account), trade)
    : undefined;
  const volume = tradeVolume(turn, trade);
  for (const role of roles) {
    const { account } = trade[role];
    const facts = applyTrade(turn.book.ledgerOf(account), trade, role, turn.at, rebate, volume);
    tell(turn, step, trade[role], facts);
    tellPendingSettlement(turn, account);
  }
  countTradeVolume(turn, trade, volume);
  storeMarket(turn.output.rows, turn.book, trade.market);
}

/** Only the account whose command it was is told with the command's origin. */
function tell(
  turn: LedgerTurn,
  step: MarketStep,
  { account }: { readonly account: Address },
  facts: readonly Fact[],
): void {
  turn.output.take(account, facts, step.account === account ? step.origin : undefined);
}
