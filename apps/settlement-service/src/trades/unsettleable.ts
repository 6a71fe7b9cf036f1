import type { Address } from '@exchange/core/kernel';
import type { AttestedDrafts } from '../attesting/attested-drafts';
import type { Batches } from '../batches/batches';
import { accountsOf, type SettlingTrade } from './settling-trade';
import type { SettlementState } from '../settlement-state';
import type { Trades } from './trades';

const BALANCE = 17;
/**
 * Reasons of the contract that no later block takes back, but for BALANCE, DUPLICATE_TRADE and BAD_INDEX: scheme,
 * signature, delegate, expiry, cancellation, tokens, parties, amounts, price, fills, fee, rebate, exit (docs: ledger,
 * when settlement fails).
 */
const PERMANENT: ReadonlySet<number> = new Set([3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 18]);

/** What says which batches may be mined. */
interface Carried {
  readonly batches: Pick<Batches, 'open'>;
  readonly drafts: Pick<AttestedDrafts, 'carries'>;
}

/**
 * Whether a batch that ever carried the trade may still be mined and settle it, or settle it after a reorganisation: one
 * that was sent, or one that was attested, which anybody with a settler's key may send.
 */
export const mayBeMined = ({ batches, drafts }: Carried, { id }: Pick<SettlingTrade, 'id'>): boolean =>
  drafts.carries(id) ||
  batches.open().some(({ stage, tradeIds }) => stage !== 'expired' && tradeIds.includes(id));

/** Trades whose last try failed for a reason that may be permanent, and that no transaction can settle any more. */
export function suspects(trades: Trades, carried: Carried): readonly SettlingTrade[] {
  return [...trades.all()].filter((trade) => {
    return isSuspect(trades, trade) && !mayBeMined(carried, trade);
  });
}

/** Tries in vain after which a suspect is tried no more before it is judged: each try keeps it from being judged for a while. */
const TRIES_MAX = 3;

/** Whether a suspect waits until no batch that carried it can be mined. It keeps no others waiting. */
export const waitsForJudgement = (
  { trades, drafts }: Pick<SettlementState, 'trades' | 'drafts'>,
  trade: SettlingTrade,
): boolean => trade.failures >= TRIES_MAX && isSuspect(trades, trade) && drafts.carries(trade.id);

function isSuspect(trades: Trades, trade: SettlingTrade): boolean {
  const { stage, lastCode } = trade;
  if (stage !== 'open' || lastCode === undefined) return false;
  return PERMANENT.has(lastCode) || (lastCode === BALANCE && firstOf(trades, trade).length > 0);
}

/**
 * Whether a trade with this code, as of a final block, can never settle: a balance is lacking for good only when all
 * earlier trades of that account are final or reversed. `lacking`: the accounts that don't have what they sell.
 */
export function neverSettles(
  trades: Trades,
  trade: SettlingTrade,
  { code, lacking }: { readonly code: number; readonly lacking: readonly string[] },
): boolean {
  if (code !== BALANCE) return PERMANENT.has(code);
  return accountsOf(trade).some((account) => lacking.includes(account) && isFirst(trades, account, trade));
}

/** The accounts of a trade all of whose earlier trades are final or reversed. */
export const firstOf = (trades: Trades, trade: SettlingTrade): readonly Address[] =>
  accountsOf(trade).filter((account) => isFirst(trades, account, trade));

const isFirst = (trades: Trades, account: Parameters<Trades['queueOf']>[0], { id }: SettlingTrade): boolean =>
  trades.queueOf(account)[0] === id;
