import { amount, AMOUNT_MAX, type MarketDecimals, orderRate, type Ratio } from '@exchange/core/kernel';
import type { FeeTerms, MarketInputOf } from '@exchange/core/message';
import type { MarketCommand } from '../src/market/command';
import type { DraftCommand, EditDraft, OrderDraft, PegDraft } from './drafts.fixture';
import { marketRules, order, rateKeyOf, type OrderFields } from './market.fixture';
import { RULES_VERSION } from '../src/market/rules-version';
import { amountsAtSigned, isWorseThanSigned } from '../src/order/signed-terms';

/** Every amount of an order is above 10 000 units. */
const OPEN_UNITS = 10_001n;

/** A third of the orders so near to 1 sign exactly one of a few rates. */
const NEAR = 30;

/** A rate around `times` whole quote tokens, as text. */
const rateText = (times: bigint, step: number): string => {
  const digits = (times * BigInt(100_000 + step * 37)).toString().slice(0, 5);
  return step < 0 && times === 1n ? `0.${digits}` : `${digits.slice(0, 1)}.${digits.slice(1)}`;
};
/** Currencies in which a quote token is worth about 2. */
const pegOf = ({ currency, step }: PegDraft) => ({ currency, rateKey: rateKeyOf(rateText(2n, step)) });
const stopOf = (step: number | undefined) => (step === undefined ? undefined : rateText(1n, step));

/**
 * Commands that a correct ledger could send: every amount above 10 000 units, book rates not worse than signed. The
 * rates lie close together around one whole quote token per whole traded token, so that most orders cross. Edits may
 * come too late or want too much, as they do when fills overtake them.
 * Extreme orders, if there are any, obey none of that.
 * @param size 0 … 1: from the smallest amounts to the largest
 */
export function realize(
  drafts: readonly DraftCommand[],
  decimals: MarketDecimals,
  size: number,
): MarketCommand[] {
  let now = 1000;
  const placed: MarketInputOf<'place'>[] = [];
  return [
    { kind: 'status', status: 'open', at: 0 },
    ...drafts.flatMap((draft, index): MarketCommand[] => {
      const at = now * 1000 + index;
      switch (draft.kind) {
        case 'place': {
          const fields = realizeOrder(draft.draft, decimals, size);
          if (fields === undefined) return [];
          const { account } = draft;
          const command = order({
            ...fields,
            id: placed.length + 1,
            account,
            expiresAt: now + draft.leaveIn,
            at,
            fees: feesOf(index),
          });
          placed.push(command);
          return [command];
        }
        case 'edit': {
          const target = placed[draft.pick % placed.length];
          return target === undefined
            ? []
            : [{ at, ...realizeEdit(draft, target, decimals, now), fees: feesOf(index) }];
        }
        case 'cancel': {
          const target = placed[draft.pick % placed.length];
          if (target === undefined) return [];
          return [{ kind: 'cancel', orderId: target.orderId, account: target.account, reason: 'owner', at }];
        }
        case 'time':
          now += draft.forward;
          return draft.isSilent ? [] : [{ kind: 'time', now, at }];
        case 'status':
        case 'restarting':
          return [{ ...draft, at }];
        case 'peg_rate': {
          const rate = draft.step === undefined ? null : rateText(2n, draft.step);
          return [{ kind: 'peg_rate', currency: draft.currency, rate, at }];
        }
        case 'rules_version':
          return [{ kind: 'rules_version', version: RULES_VERSION, at }];
        case 'rules': {
          const { minimum, least, band, isOther } = draft;
          const limits = {
            ...{ traded: minimum, quote: minimum },
            ...(band === undefined ? {} : { band }),
            ...(least === undefined ? {} : { least }),
          };
          const { traded, quote } = decimals;
          return [
            {
              kind: 'rules',
              rules: marketRules(isOther ? { traded: traded + 1, quote } : decimals, limits),
              at,
            },
          ];
        }
      }
    }),
  ];
}

function realizeOrder(
  draft: OrderDraft,
  decimals: MarketDecimals,
  size: number,
): Omit<OrderFields, 'id'> | undefined {
  if (draft.extreme !== undefined) return extremeOrder(draft, draft.extreme, decimals);
  const { side, magnitude, fraction, slackPercent, bookPercent, hidden, execution } = draft;
  const quotePerTraded = 10n ** BigInt(Math.max(decimals.quote - decimals.traded, 0));
  const tradedPerQuote = 10n ** BigInt(Math.max(decimals.traded - decimals.quote, 0));
  // Counted in the token with fewer decimals, between 10 000 units and the largest amount.
  const room = AMOUNT_MAX / (quotePerTraded * tradedPerQuote) / OPEN_UNITS / 64n;
  const base = OPEN_UNITS * BigInt(Math.max(1, Math.floor(Number(room) ** size)));
  const units = (base << BigInt(magnitude)) + (fraction % base);
  const isTight = draft.peg === undefined && Math.abs(draft.rateStep) <= NEAR && fraction % 3n === 0n;
  const { numerator, denominator } = isTight ? tightRate(draft) : looseRate(draft);
  const traded = isTight
    ? (units / denominator + 1n) * denominator * tradedPerQuote
    : units * tradedPerQuote + (fraction % tradedPerQuote);
  const quote = (traded * numerator * quotePerTraded) / (denominator * tradedPerQuote);
  const signed = side === 'sell' ? { sell: traded, buy: quote } : { sell: quote, buy: traded };
  const terms = { side, sellAmount: signed.sell, buyAmount: signed.buy };
  const scaled = {
    sell: (signed.sell * BigInt(bookPercent)) / 100n,
    // Rounded up and with slack on top: not worse for the signer than signed.
    buy: (signed.buy * BigInt(bookPercent) * BigInt(100 + slackPercent) + 9_999n) / 10_000n,
  };
  const book = isTight
    ? signed
    : draft.peg === undefined || signed.sell === 0n || signed.buy === 0n
      ? scaled
      : amountsAtSigned(terms, (traded * BigInt(bookPercent)) / 100n);
  const amounts = [signed.sell, signed.buy, book.sell, book.buy];
  if (amounts.some((value) => value < OPEN_UNITS || value > AMOUNT_MAX)) return undefined;
  if (isWorseThanSigned(terms, book.sell, book.buy)) return undefined;
  if (orderRate(side, book.sell, book.buy, decimals) === undefined) return undefined;
  const [bookTraded, bookQuote] = side === 'sell' ? [book.sell, book.buy] : [book.buy, book.sell];
  const stop = stopOf(draft.stopStep);
  return {
    side,
    traded: bookTraded,
    quote: bookQuote,
    ...signed,
    hidden,
    ...(execution === undefined ? {} : { execution }),
    ...(stop === undefined ? {} : { stop }),
    ...(draft.peg === undefined ? {} : { peg: pegOf(draft.peg) }),
  };
}

/** Pegged orders are signed at a worse rate, which leaves the peg room to move. */
function looseRate({ side, rateStep, peg }: OrderDraft): Ratio {
  const signedShift = peg === undefined ? 0 : side === 'buy' ? 1_500 : -1_500;
  return { numerator: BigInt(100_000 + rateStep * 37 + signedShift), denominator: 100_000n };
}

/** One of the few rates that some whole amounts have exactly: such an order signs the very rate of its level. */
function tightRate({ fraction, rateStep }: OrderDraft): Ratio {
  const denominator = 10n ** (2n + ((fraction / 3n) % 4n));
  const apart = BigInt(rateStep % 3);
  const isBelow = denominator === 100_000n && apart > 0n;
  return { numerator: denominator + (isBelow ? -apart : apart), denominator };
}

/** An order of one to three units each, or of the largest amount of the token with more decimals; undefined if it has no rate. */
function extremeOrder(
  { side, magnitude, fraction, rateStep, hidden, execution }: OrderDraft,
  extreme: 'least' | 'most',
  decimals: MarketDecimals,
): Omit<OrderFields, 'id'> | undefined {
  const apart = 10n ** BigInt(Math.abs(decimals.quote - decimals.traded));
  const times = BigInt(100_000 + rateStep * 37);
  const isQuoteFiner = decimals.quote > decimals.traded;
  const most = isQuoteFiner
    ? { traded: (AMOUNT_MAX * 100_000n) / (times * apart), quote: AMOUNT_MAX as bigint }
    : { traded: AMOUNT_MAX as bigint, quote: (AMOUNT_MAX * times) / (100_000n * apart) };
  const least = { traded: 1n + (fraction % 3n), quote: 1n + BigInt(magnitude >> 1) };
  const { traded, quote } = extreme === 'least' ? least : most;
  if (traded > AMOUNT_MAX || quote > AMOUNT_MAX) return undefined;
  const [sell, buy] = side === 'sell' ? [traded, quote] : [quote, traded];
  if (orderRate(side, sell, buy, decimals) === undefined) return undefined;
  return { side, traded, quote, hidden, ...(execution === undefined ? {} : { execution }) };
}

/** Of several accounts' levels, and with a settlement fee that moves all the time. */
const feesOf = (index: number): FeeTerms => ({
  makerPpm: (index % 3) * 500,
  takerPpm: (index % 5) * 500,
  settlementFee: amount(BigInt(10_000 + (index >> 2))),
  rebateToken: index % 7 === 0 ? 'buy' : 'sell',
});

function realizeEdit(
  draft: EditDraft,
  target: MarketInputOf<'place'>,
  decimals: MarketDecimals,
  now: number,
): Omit<MarketInputOf<'edit'>, 'fees'> {
  const { amountPercent = 100, slackPercent, only, hidden, leaveIn } = draft;
  const sell = (target.sellBook * BigInt(amountPercent)) / 100n;
  const buy = (target.buyBook * BigInt(amountPercent) * BigInt(100 + slackPercent) + 9_999n) / 10_000n;
  const isAllowed = [sell, buy].every((value) => value >= OPEN_UNITS && value <= AMOUNT_MAX);
  const isRated = isAllowed && orderRate(target.side, sell, buy, decimals) !== undefined;
  const stop = stopOf(draft.stopStep);
  return {
    kind: 'edit',
    orderId: target.orderId,
    account: target.account,
    ...(draft.amountPercent !== undefined && isRated
      ? {
          ...(only === 'buy' ? {} : { sellBook: amount(sell) }),
          ...(only === 'sell' ? {} : { buyBook: amount(buy) }),
        }
      : {}),
    hidden,
    stopRateKey: stop === undefined ? undefined : rateKeyOf(stop),
    peg: draft.peg === undefined ? undefined : pegOf(draft.peg),
    expiresAt: leaveIn === undefined ? undefined : now + leaveIn,
  };
}
