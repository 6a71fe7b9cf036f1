import type { Batches } from '../batches/batches';
import { accountsOf, type SettlingTrade } from './settling-trade';
import type { Trades } from './trades';

const BALANCE = 17;
/**
 * Reasons of the contract that no later block takes back, but for BALANCE, DUPLICATE_TRADE and BAD_INDEX: scheme,
 * signature, delegate, expiry, cancellation, tokens, parties, amounts, price, fills, fee, rebate, exit (docs: ledger,
 * when settlement fails).
 */
const PERMANENT: ReadonlySet<number> = new Set([3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 18]);

type Carried = Pick<Batches, 'open'>;

/** Whether a transaction that ever carried the trade may still be mined and settle it, or settle it after a reorganisation. */
export const mayBeMined = (batches: Carried, { id }: Pick<SettlingTrade, 'id'>): boolean =>
  batches.open().some(({ stage, tradeIds }) => stage !== 'expired' && tradeIds.includes(id));

/** Trades whose last try failed for a reason that may be permanent, and that no transaction can settle any more. */
export function suspects(trades: Trades, batches: Carried): readonly SettlingTrade[] {
  return [...trades.all()].filter((trade) => {
    const { stage, lastCode } = trade;
    if (stage !== 'open' || lastCode === undefined || mayBeMined(batches, trade)) return false;
    return (
      PERMANENT.has(lastCode) ||
      (lastCode === BALANCE && accountsOf(trade).some((account) => isFirst(trades, account, trade)))
    );
  });
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

const isFirst = (trades: Trades, account: Parameters<Trades['queueOf']>[0], { id }: SettlingTrade): boolean =>
  trades.queueOf(account)[0] === id;
