import { DEPOSITS_PAUSED, placeName } from '@exchange/core/ledger';
import type { BlockNews, ChainFactOf } from '@exchange/core/message';
import { WAITING_PERIOD } from '../../accounts/account-book';
import { changeCollector, handOver } from '../../fees/collector';
import type { LedgerTurn } from '../../ledger-turn';
import { chainParameterTable, unfinalParameterTable } from '../../persistence/tables/account-tables';
import { placeOf } from './place-of';

/** A parameter, a role or a pause that changed, or that the admin's timelock announced: it may restrict at first sight. */
export function applyParameter(turn: LedgerTurn, block: BlockNews, fact: ChainFactOf<'parameter'>): void {
  const { book, output } = turn;
  const { name, value } = fact;
  const change = { place: placeName(placeOf(block, fact)), name, value };
  if (block.kind === 'final' && name === 'feeCollector') handOver(turn, value);
  const ended = book.contract.apply(block.kind, change);
  store(turn, block.kind, change);
  for (const over of ended) {
    const name = book.group.key(over);
    output.rows.drop(chainParameterTable, name, { name });
  }
  changeCollector(turn, block, fact);
  if ((block.kind === 'final' && name === WAITING_PERIOD) || name === DEPOSITS_PAUSED) output.listing();
}

function store(
  { book, output: { rows } }: LedgerTurn,
  phase: BlockNews['kind'],
  change: { readonly place: string; readonly name: string; readonly value: string },
): void {
  const { name, value } = change;
  const place = book.group.key(change.place);
  if (phase === 'seen') return rows.put(unfinalParameterTable, place, { ...change, place });
  rows.drop(unfinalParameterTable, place, { place });
  const key = book.group.key(name);
  if (phase === 'final' && book.contract.get(name) !== undefined)
    rows.put(chainParameterTable, key, { name: key, value });
}
