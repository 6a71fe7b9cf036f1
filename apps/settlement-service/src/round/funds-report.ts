import type { RoundTools } from './round-tools';
import type { SettlerFunds } from './settlement-metrics';

/** How often the balance is looked at, and how often an alarm is repeated. */
const LOOK_EVERY_MS = 15_000;
const ALARM_EVERY_MS = 60_000;
/** What a trade of a full batch needs, and the call around it (contract: gas). */
const GAS_PER_TRADE = 98_000n;
const GAS_OF_CALL = 100_000n;
/** Bytes of a trade with two orders of its own, and of all that is around it. */
const BYTES_PER_TRADE = 416;
const BYTES_OF_CALL = 500;

/** Alarms while the settler can't pay, and long before: by the number of full batches that its balance is good for. */
export class FundsReport {
  #lookedAt = Number.NEGATIVE_INFINITY;
  #alarmedAt = Number.NEGATIVE_INFINITY;
  #wasUnfunded = false;

  constructor(private readonly tools: RoundTools) {}

  /** `isUnfunded`: the node just refused a transaction, since the settler can't pay for it. */
  async report(isUnfunded: boolean): Promise<void> {
    const { clock, metrics, limits } = this.tools;
    const now = clock.steady();
    const isNews = isUnfunded && !this.#wasUnfunded;
    this.#wasUnfunded = isUnfunded;
    if (!isNews && now - this.#lookedAt < LOOK_EVERY_MS) return;
    this.#lookedAt = now;
    const funds = await settlerFunds(this.tools);
    metrics.funds(funds);
    const isLow = isUnfunded || funds.runway < BigInt(limits.runwayBatches);
    if (!isLow || (!isNews && now - this.#alarmedAt < ALARM_EVERY_MS)) return;
    this.#alarmedAt = now;
    this.#alarm(isUnfunded, funds);
  }

  #alarm(isUnfunded: boolean, { balance, price, runway }: SettlerFunds): void {
    const { log, settler, limits } = this.tools;
    const fields = {
      ...{ settler: settler.address, runway: Number(runway), wanted: limits.runwayBatches },
      ...{ balance: balance.toString(), price: price.toString() },
    };
    if (isUnfunded)
      log.error({ alarm: 'settler_unfunded', ...fields }, 'the settler can not pay for a batch');
    else log.error({ alarm: 'settler_low', ...fields }, 'the settler pays for few more batches');
  }
}

async function settlerFunds({ chain, limits }: RoundTools): Promise<SettlerFunds> {
  const bytes = BYTES_OF_CALL + BYTES_PER_TRADE * limits.batchTrades;
  const [balance, { baseFee, tip }, dataFee] = await Promise.all([
    ...([chain.balance(), chain.marketPrice(), chain.dataFee(bytes)] as const),
  ]);
  const price = baseFee + tip;
  const cost = (GAS_OF_CALL + GAS_PER_TRADE * BigInt(limits.batchTrades)) * price + dataFee;
  return { balance, price, runway: balance / cost };
}
