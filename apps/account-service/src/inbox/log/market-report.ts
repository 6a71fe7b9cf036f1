import {
  type Fill as FillMessage,
  type MarketEvent,
  marketReport,
  type MarketStep,
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
import { applyDone, applyRested, applyTrade, type Fact, type Fill, type Trade } from '@exchange/core/ledger';
import { countTradeVolume } from '../../fees/trade-volume';
import { storeMarket } from '../../outbox/fact-rows';
import type { LogHandler } from '../log-handler';
import type { LedgerTurn } from '../request-handler';

type TradeEvent = Extract<MarketEvent, { kind: 'trade' }>;

/** What a market's engine decided: rests, trades and ends of orders, applied to both sides. */
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
    case 'rested': {
      const account = address(event.account);
      const rested = {
        account,
        orderId: orderId(event.orderId),
        rateKey: rateKey(event.rateKey),
        sellBook: amountFrom(event.sellBook),
        buyBook: amountFrom(event.buyBook),
      };
      return tell(turn, step, account, applyRested(turn.book.ledgerOf(account), rested, turn.at));
    }
    case 'trade':
      return applyBothSides(turn, market, step, event);
    case 'done': {
      const account = address(event.account);
      const done = { account, orderId: orderId(event.orderId), reason: event.reason };
      return tell(turn, step, account, applyDone(turn.book.ledgerOf(account), done, turn.at));
    }
    case 'not_open': {
      if (step.origin === undefined) return;
      const message = `order ${event.orderId} is not open`;
      return turn.output.tell(
        address(event.account),
        [{ kind: 'refused', code: 'ORDER_NOT_OPEN', message }],
        step.origin,
      );
    }
    case 'level':
    case 'status':
      return;
    default:
      return unreachable(event);
  }
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
  for (const role of ['maker', 'taker'] as const) {
    const { account } = trade[role];
    tell(turn, step, account, applyTrade(turn.book.ledgerOf(account), trade, role, turn.at));
  }
  countTradeVolume(turn, trade);
  turn.book.setLastRate(market, trade.rateKey);
  storeMarket(turn.output.rows, turn.book, market);
}

/** Only the account whose command it was is told with the command's origin. */
function tell(turn: LedgerTurn, step: MarketStep, account: Address, facts: readonly Fact[]): void {
  turn.output.take(account, facts, step.account === account ? step.origin : undefined);
}

const fillOf = (fill: FillMessage): Fill => ({
  orderId: orderId(fill.orderId),
  account: address(fill.account),
  sellBook: amountFrom(fill.sellBook),
  buyBook: amountFrom(fill.buyBook),
  fees: { ...fill.fees, settlementFee: amountFrom(fill.fees.settlementFee) },
});
