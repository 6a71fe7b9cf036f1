import { type Address, ALARM_EVERY_MS } from '@exchange/core/kernel';
import type { Log } from '@exchange/platform';
import type { SettlementChain } from '../chain/settlement-chain';
import type { SettlerFunds } from '../round/settlement-metrics';
import type { SettlementLimits } from '../round/settlement-limits';

/** What a trade of a full batch needs, and the call around it (contract: gas). */
const GAS_PER_TRADE = 98_000n;
const GAS_OF_CALL = 100_000n;
/** Bytes of a trade with two orders of its own, and of all that is around it. */
const BYTES_PER_TRADE = 416;
const BYTES_OF_CALL = 500;

/** What each settler has, and how far that goes at the present price; in the order of the addresses. */
export async function settlerFunds(
  chain: Pick<SettlementChain, 'balance' | 'marketPrice' | 'dataFee'>,
  settlers: readonly Address[],
  { batchTrades }: Pick<SettlementLimits, 'batchTrades'>,
): Promise<readonly SettlerFunds[]> {
  const bytes = BYTES_OF_CALL + BYTES_PER_TRADE * batchTrades;
  const [{ baseFee, tip }, dataFee, ...balances] = await Promise.all([
    ...([chain.marketPrice(), chain.dataFee(bytes)] as const),
    ...settlers.map(async (settler) => chain.balance(settler)),
  ]);
  const price = baseFee + tip;
  const cost = (GAS_OF_CALL + GAS_PER_TRADE * BigInt(batchTrades)) * price + dataFee;
  return balances.map((balance) => ({ balance, price, runway: balance / cost }));
}

/** Alarms while a settler can't pay, and long before: by the number of full batches that its balance is good for. */
export class FundsAlarm {
  #alarmedAt = Number.NEGATIVE_INFINITY;
  #wasUnfunded = false;

  constructor(
    private readonly settler: Address,
    private readonly log: Log,
    private readonly runwayBatches: number,
  ) {}

  /** `isUnfunded`: the node refuses its transactions, since it can't pay for them. `now`: milliseconds that only rise. */
  heed(funds: SettlerFunds, isUnfunded: boolean, now: number): void {
    const isNews = isUnfunded && !this.#wasUnfunded;
    this.#wasUnfunded = isUnfunded;
    const isLow = isUnfunded || funds.runway < BigInt(this.runwayBatches);
    if (!isLow || (!isNews && now - this.#alarmedAt < ALARM_EVERY_MS)) return;
    this.#alarmedAt = now;
    const fields = {
      ...{ settler: this.settler, runway: Number(funds.runway), wanted: this.runwayBatches },
      ...{ balance: funds.balance.toString(), price: funds.price.toString() },
    };
    if (isUnfunded)
      this.log.error({ alarm: 'settler_unfunded', ...fields }, 'the settler can not pay for a batch');
    else this.log.error({ alarm: 'settler_low', ...fields }, 'the settler pays for few more batches');
  }
}
