import { type Address, amount } from '@exchange/core/kernel';
import type { SettleLeg } from '@exchange/core/message';
import { reverseTrades } from '../src/trade/reverse-trades';
import { ACCOUNTS, type ExchangeModel } from './exchange-model.fixture';

type ModelTrade = ExchangeModel['trades'][number];

/** An exit takes all that the contract has of a token, though some of it was sold and isn't settled. */
export function exitEarly(model: ExchangeModel, account: Address, token: Address): void {
  const units = model.chain.balance(account, token);
  if (units === 0n || !model.chain.hasExit(account, token)) return;
  model.payExit(account, token, amount(units));
}

/** One trade will never settle: it is reversed with all that the chain can't cover without it, newest first. */
export function reverseSome(model: ExchangeModel, choice: number): void {
  const unsettled = unsettledOf(model);
  const doomed = unsettled[choice % Math.max(unsettled.length, 1)];
  if (doomed === undefined) return;
  const gone = uncovered(model, unsettled, doomed).reverse();
  const volumeIn = () => undefined;
  for (const account of ACCOUNTS) {
    const tradeIds = gone.map(({ maker }) => maker.tradeId);
    const ledger = model.ledgerOf(account);
    model.take(ledger, reverseTrades(ledger, { account, tradeIds, volumeIn, at: model.at }));
  }
  for (const { maker, taker } of gone) model.forget(maker, taker);
  model.happened.add('reversed');
  if (gone.length > 1) model.happened.add('reversed with dependents');
  if (ACCOUNTS.some((account) => model.account(account).isReversing)) model.happened.add('reversal waits');
}

const unsettledOf = ({ trades, chain }: ExchangeModel): ModelTrade[] =>
  trades.filter(({ maker }) => !chain.tip.settled.has(maker.tradeId));

function uncovered(
  { chain }: ExchangeModel,
  trades: readonly ModelTrade[],
  doomed: ModelTrade,
): ModelTrade[] {
  const moved = new Map<string, bigint>();
  const has = (account: Address, token: Address) =>
    chain.balance(account, token) + (moved.get(`${account}:${token}`) ?? 0n);
  const add = (account: Address, token: Address, change: bigint) =>
    moved.set(`${account}:${token}`, (moved.get(`${account}:${token}`) ?? 0n) + change);
  return trades.filter((trade) => {
    const sides = [trade.maker, trade.taker].map(movesOf);
    if (trade === doomed || sides.some(({ account, token, given }) => has(account, token) < given))
      return true;
    for (const { account, token, given, boughtToken, got } of sides) {
      add(account, token, -given);
      add(account, boughtToken, got);
    }
    return false;
  });
}

function movesOf({ account, order, sold, bought, fee, rebate, rebateToken }: SettleLeg) {
  const { sellToken: token, buyToken: boughtToken } = order.terms;
  const inSold = rebateToken === 'sell' ? rebate : 0n;
  return { account, token, given: sold - inSold, boughtToken, got: bought - fee + rebate - inSold };
}

/** Ends all that is open, whatever was reversed or taken out meanwhile: what can't settle is reversed. */
export function settleOrReverse(model: ExchangeModel): void {
  for (;;) {
    while (model.settle());
    if (unsettledOf(model).length === 0) return;
    reverseSome(model, 0);
    while (model.isAsked) model.reportInput(true);
  }
}
