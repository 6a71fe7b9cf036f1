import type { Address } from '@exchange/core/kernel';
import fc from 'fast-check';
import { leastNonce } from '../src/order/minimum/minimum-nonce';
import { requestMinimumNonce } from '../src/order/minimum/request-minimum-nonce';
import type { ExchangeModel } from './exchange-model.fixture';

/** The owner uses up the nonce of a withdrawal that isn't mined. */
function voidWithdrawal(model: ExchangeModel, account: Address, choice: number): void {
  const open = model.account(account).entriesOf('withdrawal');
  const cause = open[choice % Math.max(open.length, 1)]?.cause;
  if (cause !== undefined) model.mine({ kind: 'nonce_voided', account, nonce: cause.nonce });
}

/** Cancels in mass all orders that sell the token but for the newest few. */
function raiseMinimum(
  model: ExchangeModel,
  { account, token, back, isAsked }: { account: Address; token: Address; back: number; isAsked: boolean },
): void {
  const bound = { account, token, minNonce: BigInt(Math.max(model.nonces - back, 0)) };
  model.mine(
    isAsked
      ? { kind: 'min_nonce_requested', ...bound, effectiveAt: model.chain.time }
      : { kind: 'min_nonce_raised', ...bound },
  );
}

/** The same with a co-signature, which is given when it can be. */
function askMinimum(model: ExchangeModel, account: Address, token: Address, back: number): void {
  const ledger = model.ledgerOf(account);
  const minNonce = Math.max(model.nonces - back, 1);
  const { state, facts } = requestMinimumNonce(ledger, { account, token, minNonce, at: model.at });
  model.take(ledger, facts);
  model.happened.add(`minimum nonce ${state}`);
}

type Step = (model: ExchangeModel) => void;

/** What an owner does to what it signed. */
export const voidingSteps = (
  account: fc.Arbitrary<Address>,
  token: fc.Arbitrary<Address>,
): fc.Arbitrary<Step> =>
  fc.oneof(
    fc.record({ account, choice: fc.nat(1000) }).map(
      (s): Step =>
        (m) =>
          voidWithdrawal(m, s.account, s.choice),
    ),
    fc.record({ account, token, back: fc.nat(6), isAsked: fc.boolean() }).map(
      (s): Step =>
        (m) =>
          raiseMinimum(m, s),
    ),
    fc.record({ account, token, back: fc.nat(6) }).map(
      (s): Step =>
        (m) =>
          askMinimum(m, s.account, s.token, s.back),
    ),
  );

/** What must have happened in some run. */
export const VOIDINGS = [
  ...['nonce_voided', 'min_nonce_requested', 'min_nonce_raised'].flatMap((kind) => [
    `${kind} final`,
    `${kind} undone`,
  ]),
  'minimum nonce pending',
  'minimum nonce asked',
];

/** The trades that a co-signature which is asked for would void. */
export const voidedTrades = (model: ExchangeModel): string[] =>
  model.trades
    .filter(({ maker }) => !model.chain.tip.settled.has(maker.tradeId))
    .flatMap(({ maker, taker }) => [maker, taker])
    .filter(({ account, order: { terms } }) => {
      const asked = model.account(account).minimumNonces.get(terms.sellToken)?.asked;
      return asked != null && asked.deadline !== null && terms.nonce < asked.minNonce;
    })
    .map(({ tradeId }) => `trade ${tradeId} is not settled, and its order was asked to be void`);

/** The orders that their owner canceled in mass, and whose books weren't asked. */
export const missedCancels = (model: ExchangeModel): string[] =>
  model
    .orders()
    .filter(({ account, signed: { terms }, cancelAsked }) => {
      const least = leastNonce(model.account(account).minimumNonces, terms.sellToken);
      return BigInt(terms.nonce) < least && !cancelAsked;
    })
    .map(({ id }) => `order ${id} was canceled in mass, and its book wasn't asked`);
