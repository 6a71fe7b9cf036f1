import { fundRebates, giveRebates, releaseRebates } from '../chain/sim-contract';
import { COLLECTOR, type SimulatedWorld, TOKENS } from '../world';

/** There is enough of the first two tokens, a little of the third, and nothing of the last: makers get another, or none. */
export function beginBudget({ chain }: SimulatedWorld): void {
  const [first, second, third] = TOKENS;
  for (const [token, whole] of [
    [first, 1_000n],
    [second, 1_000n],
  ] as const) {
    if (token !== undefined)
      chain.submit(giveRebates(COLLECTOR, token.contract, whole * 10n ** BigInt(token.decimals)));
  }
  if (third !== undefined) chain.submit(giveRebates(COLLECTOR, third.contract, 50_000n));
}

/** The collector sets more aside, of its own or of the fees; or the admin takes some of what there is enough of back. */
export function changeBudget({ chain, random }: SimulatedWorld): void {
  const token = random.pick(TOKENS);
  const enough = random.pick(TOKENS.slice(0, 2));
  const draw = random.integer(0, 2);
  if (draw === 0) chain.submit(giveRebates(COLLECTOR, token.contract, BigInt(random.integer(1, 50_000))));
  else if (draw === 1) chain.submit(fundRebates(COLLECTOR, token.contract));
  else chain.submit(releaseRebates(COLLECTOR, enough.contract));
}
