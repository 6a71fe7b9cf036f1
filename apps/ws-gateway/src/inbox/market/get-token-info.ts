import { parseAddress, reject } from '@exchange/core/kernel';
import { type CommandOf, tokenInfoObject } from '@exchange/core/wire';
import type { ListingIndex } from '@exchange/edge/live-market';
import type { CommandTurn } from '../command-turn';

/** getTokenInfo: a token by its symbol or contract; `token` takes either. */
export function getTokenInfo(command: CommandOf<'getTokenInfo'>, turn: CommandTurn): void {
  const listing = turn.edge.markets.listing();
  if (listing === undefined) {
    turn.refuse(reject('UNAVAILABLE', 'the listing is not known yet; try again soon'));
    return;
  }
  const found = findToken(command, listing);
  const name = command.token ?? command.symbol ?? command.contract;
  if (found === undefined) turn.refuse(reject('UNKNOWN_TOKEN', `${name} is not listed`));
  else turn.answer(0, 'tokenInfo', tokenInfoObject(found));
}

function findToken({ token, symbol, contract }: CommandOf<'getTokenInfo'>, listing: ListingIndex) {
  if (contract !== undefined) return listing.tokenAt(contract);
  const name = symbol ?? token ?? '';
  const known = listing.token(name);
  if (known !== undefined || token === undefined) return known;
  const address = parseAddress(token, 'token');
  return address.ok ? listing.tokenAt(address.value) : undefined;
}
