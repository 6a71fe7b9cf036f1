import type { accountCommands, RequestOf } from '@exchange/contract/bus';
import { amount, parseRate, type RateKey } from '@exchange/core/kernel';
import { EXECUTIONS, type PlacementOptions, type OrderWishes } from '@exchange/core/message';
import type { OrderTerms } from '@exchange/core/order';
import type { SeededRandom } from '@exchange/test/kit';

type EditOptions = OrderWishes & Pick<RequestOf<typeof accountCommands.editOrder>, 'timeInForce'>;

/** What a trader says about a new order beside its terms: mostly nothing. `price`: quote per traded, times 10 000. */
export function placeWishes(
  random: SeededRandom,
  price: bigint,
  terms: OrderTerms,
  nowSeconds: number,
): PlacementOptions {
  return {
    ...(random.chance(0.15) ? { hidden: true } : {}),
    ...(random.chance(0.15) ? { execution: random.pick(EXECUTIONS) } : {}),
    ...(random.chance(0.12) ? { stopRateKey: rateNear(random, price) } : {}),
    ...(random.chance(0.12) ? { peg: pegNear(random, price) } : {}),
    ...(random.chance(0.12) ? { timeInForce: nowSeconds + random.integer(1, 20) } : {}),
    ...(random.chance(0.3) ? partOf(random, terms) : {}),
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
): Pick<OrderWishes, 'sellBook' | 'buyBook'> {
  const percent = BigInt(random.integer(10, 110));
  const sellBook = amount((sellAmount * percent) / 100n);
  const buyBook = amount((buyAmount * percent + 99n) / 100n);
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
