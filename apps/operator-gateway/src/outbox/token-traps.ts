import { type ChainNodes, readTokenBehavior, type TokenTrap } from '@exchange/contract/chain';
import { ok, reject, type Result, ZERO_ADDRESS } from '@exchange/core/kernel';
import { type Effect, tokenListing } from '@exchange/core/message';
import type { Json } from '@exchange/core/operator';

const trapText = ({ trap, detail }: TokenTrap): string => `${trap} (${detail})`;

/**
 * What a token that is to be listed may do, as the chain says: its traps as effects that a person reads before. INVALID_LISTING
 * for one that must not be listed; UNAVAILABLE when the chain can't be asked, since nobody may list what nobody has looked at.
 */
export async function tokenTraps(nodes: ChainNodes, content: Json): Promise<Result<readonly Effect[]>> {
  const { contract, symbol, name, decimals, supply } = tokenListing.read(content as never);
  if (contract === ZERO_ADDRESS) return ok([]);
  let traps: readonly TokenTrap[];
  try {
    ({ traps } = await readTokenBehavior(nodes, { contract, symbol, name, decimals, supply }));
  } catch {
    return reject('UNAVAILABLE', `the token at ${contract} can't be read from the chain now: try again`);
  }
  const fatal = traps.filter(({ isFatal }) => isFatal);
  if (fatal.length > 0)
    return reject('INVALID_LISTING', `${symbol} must not be listed: ${fatal.map(trapText).join('; ')}`);
  return ok(traps.map((trap) => ({ what: 'trap of the token', of: symbol, after: trapText(trap) })));
}
