import {
  type Fill as FillMessage,
  type MarketEvent,
  marketReport,
  type MarketStep,
  type Refusal,
} from '@exchange/contract/bus';
import {
  type Address,
  address,
  amountFrom,
  marketId,
  orderId,
  rateKey,
  tradeId,
  unreachable,
} from '@exchange/core/kernel';
import {
  applyDone,
  applyEdited,
  applyEditRefused,
  applyRested,
  applyTrade,
  applyTriggered,
  applyWaiting,
  type Fact,
  type FeeTerms,
  type Fill,
  grantTradeRebate,
  type Ledger,
  type Trade,
} from '@exchange/core/ledger';
import { tellPendingSettlement } from '../../awaited/await-answer';
import { countTradeVolume } from '../../fees/trade-volume';
import { storeMarket } from '../../outbox/fact-rows';
import type { LogHandler } from '../log-handler';
import type { LedgerTurn } from '../request-handler';
import { editRefusal } from './edit-refusal';

type EventOf<K extends MarketEvent['kind']> = Extract<MarketEvent, { kind: K }>;
type TradeEvent = EventOf<'trade'>;
/** An event that changes one order of one account. */
type OrderEvent = EventOf<'waiting' | 'triggered' | 'edited' | 'edit_refused' | 'rested' | 'done'>;

/** What a market's engine decided: rests, trades, edits and ends of orders, applied to whom they concern. */
export const marketReportInbox: LogHandler<typeof marketReport.schema> = {
  definition: marketReport,

  accounts: ({ steps }) => steps.flatMap(({ events }) => events.flatMap(accountsOf)),

  apply(turn, { market, steps }) {
    for (const step of steps) {
      for (const event of step.events) applyEvent(turn, market, step, event);
    }
  },
};

function accountsOf(event: MarketEvent): Address[] {
  switch (event.kind) {
    case 'trade':
      return [address(event.maker.account), address(event.taker.account)];
    case 'waiting':
    case 'triggered':
    case 'edited':
    case 'edit_refused':
    case 'rested':
    case 'done':
    case 'not_open':
      return [address(event.account)];
    case 'level':
    case 'status':
      return [];
  }
}

function applyEvent(turn: LedgerTurn, market: string, step: MarketStep, event: MarketEvent): void {
  switch (event.kind) {
    case 'trade':
      return applyBothSides(turn, market, step, event);
    case 'not_open':
      return refuse(turn, step, event, {
        code: 'ORDER_NOT_OPEN',
        message: `order ${event.orderId} is not open`,
      });
    case 'edit_refused':
      refuse(turn, step, event, editRefusal(event));
      return applyToOrder(turn, step, event);
    case 'waiting':
    case 'triggered':
    case 'edited':
    case 'rested':
    case 'done':
      return applyToOrder(turn, step, event);
    case 'level':
    case 'status':
      return;
    default:
      return unreachable(event);
  }
}

function applyToOrder(turn: LedgerTurn, step: MarketStep, event: OrderEvent): void {
  const account = address(event.account);
  tell(turn, step, account, orderFacts(turn.book.ledgerOf(account), event, turn.at));
}

function orderFacts(ledger: Ledger, event: OrderEvent, at: number): readonly Fact[] {
  const order = { account: address(event.account), orderId: orderId(event.orderId) };
  switch (event.kind) {
    case 'rested':
      return applyRested(ledger, { ...order, ...bookOf(event) }, at);
    case 'waiting':
      return applyWaiting(ledger, { ...order, for: event.for }, at);
    case 'triggered':
      return applyTriggered(ledger, order, at);
    case 'edited':
      return applyEdited(ledger, { ...order, ...editedOf(event) }, at);
    case 'edit_refused':
      return applyEditRefused(ledger, order, at);
    case 'done':
      return applyDone(ledger, { ...order, reason: event.reason }, at);
    default:
      return unreachable(event);
  }
}

/** Said to the connection that asked, if one did. */
function refuse(
  turn: LedgerTurn,
  step: MarketStep,
  event: { account: string },
  refusal: Pick<Refusal, 'code' | 'message'>,
): void {
  if (step.origin === undefined) return;
  const { code, message } = refusal;
  turn.output.tell(address(event.account), [{ kind: 'refused', code, message }], step.origin);
}

function applyBothSides(turn: LedgerTurn, market: string, step: MarketStep, event: TradeEvent): void {
  const trade: Trade = {
    tradeId: tradeId(event.tradeId),
    market: marketId(market),
    time: event.time,
    rateKey: rateKey(event.rateKey),
    takerSide: event.takerSide,
    traded: amountFrom(event.traded),
    quote: amountFrom(event.quote),
    maker: fillOf(event.maker),
    taker: fillOf(event.taker),
  };
  grantTradeRebate(turn.book.ledgers, trade);
  for (const role of ['maker', 'taker'] as const) {
    const { account } = trade[role];
    tell(turn, step, account, applyTrade(turn.book.ledgerOf(account), trade, role, turn.at));
    tellPendingSettlement(turn, account);
  }
  countTradeVolume(turn, trade);
  turn.book.setLastRate(market, trade.rateKey);
  storeMarket(turn.output.rows, turn.book, market);
}

/** Only the account whose command it was is told with the command's origin. */
function tell(turn: LedgerTurn, step: MarketStep, account: Address, facts: readonly Fact[]): void {
  turn.output.take(account, facts, step.account === account ? step.origin : undefined);
}

const bookOf = (event: EventOf<'rested' | 'edited'>) => ({
  rateKey: rateKey(event.rateKey),
  sellBook: amountFrom(event.sellBook),
  buyBook: amountFrom(event.buyBook),
});

const editedOf = (event: EventOf<'edited'>) => ({
  ...bookOf(event),
  held: amountFrom(event.held),
  hidden: event.hidden,
  leaveAt: event.leaveAt,
  stopRateKey: event.stopRateKey === undefined ? null : rateKey(event.stopRateKey),
  peg: event.peg === undefined ? null : { currency: event.peg.currency, rateKey: rateKey(event.peg.rateKey) },
  fees: feesOf(event.fees),
});

const feesOf = (fees: FillMessage['fees']): FeeTerms => ({
  ...fees,
  settlementFee: amountFrom(fees.settlementFee),
});

const fillOf = (fill: FillMessage): Fill => ({
  orderId: orderId(fill.orderId),
  account: address(fill.account),
  sellBook: amountFrom(fill.sellBook),
  buyBook: amountFrom(fill.buyBook),
  fees: feesOf(fill.fees),
});
