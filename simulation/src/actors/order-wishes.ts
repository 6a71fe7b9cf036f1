import type { accountCommands, RequestOf } from '@exchange/contract/bus';
import { parseRate, type RateKey } from '@exchange/core/kernel';
import type { OrderTerms } from '@exchange/core/order';
import type { SeededRandom } from '@exchange/test/kit';

type PlaceRequest = RequestOf<typeof accountCommands.placeOrder>;
type EditRequest = RequestOf<typeof accountCommands.editOrder>;
type PlaceOptions = Partial<
  Pick<PlaceRequest, 'hidden' | 'execution' | 'stopRateKey' | 'peg' | 'timeInForce' | 'sellBook' | 'buyBook'>
>;
type EditOptions = Partial<
  Pick<EditRequest, 'hidden' | 'stopRateKey' | 'peg' | 'timeInForce' | 'sellBook' | 'buyBook'>
>;

const EXECUTIONS = ['post_only', 'immediate_or_cancel', 'fill_or_kill'] as const;

/** What a trader says about a new order beside its terms: mostly nothing. `price`: quote per traded, times 10 000. */
export function placeWishes(
  random: SeededRandom,
  price: bigint,
  terms: OrderTerms,
  nowSeconds: number,
): PlaceOptions {
  return {
    ...(random.chance(0.15) ? { hidden: true } : {}),
    ...(random.chance(0.15) ? { execution: random.pick(EXECUTIONS) } : {}),
    ...(random.chance(0.12) ? { stopRateKey: rateNear(random, price) } : {}),
    ...(random.chance(0.12) ? { peg: pegNear(random, price) } : {}),
    ...(random.chance(0.05) ? { timeInForce: nowSeconds + random.integer(1, 60) } : {}),
    ...(random.chance(0.15) ? partOf(random, terms) : {}),
  };
}

/** What a trader wants changed of an open order of which `signed` was signed. */
export function editWishes(
  random: SeededRandom,
  price: bigint,
  signed: { readonly sellAmount: bigint; readonly buyAmount: bigint },
  nowSeconds: number,
): EditOptions {
  const draw = random.integer(0, 9);
  if (draw < 5) return partOf(random, signed);
  if (draw === 5) return { hidden: random.chance(0.5) };
  if (draw === 6) return { stopRateKey: rateNear(random, price) };
  if (draw === 7) return { peg: pegNear(random, price) };
  if (draw === 8) return { timeInForce: random.chance(0.5) ? 'default' : nowSeconds + random.integer(1, 60) };
  return {};
}

/** Up to a tenth more than was signed, which is refused; one amount or both. */
function partOf(
  random: SeededRandom,
  { sellAmount, buyAmount }: { readonly sellAmount: bigint; readonly buyAmount: bigint },
): { sellBook?: string; buyBook?: string } {
  const percent = BigInt(random.integer(10, 110));
  const sellBook = ((sellAmount * percent) / 100n).toString();
  const buyBook = ((buyAmount * percent + 99n) / 100n).toString();
  return random.pick([{ sellBook }, { buyBook }, { sellBook, buyBook }]);
}

const pegNear = (random: SeededRandom, price: bigint) => ({
  currency: 'USD',
  rateKey: rateNear(random, price),
});

/** A rate within 3 percent of the price. */
function rateNear(random: SeededRandom, price: bigint): RateKey {
  const scaled = (Number(price) * random.integer(970, 1030)) / 10_000_000;
  const rate = parseRate(String(Number(scaled.toPrecision(5))), 'rate');
  if (!rate.ok) throw new Error(rate.message);
  return rate.value;
}
