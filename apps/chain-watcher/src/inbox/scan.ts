import { present } from '@exchange/core/kernel';
import type { BlockNews, ChainFact } from '@exchange/core/message';
import { signalsOf } from '@exchange/platform';
import { chainStatsNotice } from '../outbox/chain-stats';
import { tokenSupplyNotices } from '../outbox/token-supplies';
import { chainFact } from '../scan/chain-fact';
import type { KnownBlock, KnownChain } from '../scan/known-chain';
import type { Scan, ScannedBlock } from '../scan/scan';
import { withdrawalKey } from '../withdrawals/withdrawal-rows';
import { overdueWithdrawals } from '../withdrawals/overdue-withdrawals';
import { handle } from './watcher-turn';

/** What a look at the chain found: news of its blocks, its height and gas price, supplies. */
export const takeScan = handle(signalsOf<Scan>()('scan'), {
  decide({ known, chainId, awaited, news, notices }, scan) {
    // What was asked for since the look began would be given free without having been looked for.
    const confirmed = new Set(scan.absent);
    if (overdueWithdrawals(awaited, known, scan).some((due) => !confirmed.has(withdrawalKey(due)))) return;
    const found = applyScan(known, scan);
    for (const block of found) if (block.kind === 'final') awaited.passFinal(block);
    awaited.ended.forget(known.final?.time ?? 0);
    news.push(...found);
    notices.push(chainStatsNotice(chainId, scan), ...tokenSupplyNotices(chainId, scan.supplies ?? []));
  },
});

/**
 * Applies a look at the chain: blocks that are gone are undone newest first, new ones are seen in order, then those become
 * final that the look says are. Empty when the look is older than what is known by now.
 */
export function applyScan(known: KnownChain, scan: Scan): readonly BlockNews[] {
  if (isStale(known, scan)) return [];
  const watched = known.admin;
  const undone = undoAbove(known, scan.base?.number ?? known.startBlock - 1);
  const isLost = watched !== undefined && known.admin === undefined;
  if (scan.blocks.length > 0 && !isLost) known.admin = scan.admin;
  const added = scan.blocks.map((block, index) => {
    // What was announced before is told with the first block that is told now.
    const events = index === 0 ? [...(scan.announced ?? []), ...block.events] : block.events;
    const seen = knownBlock(known, { ...block, events });
    if (events.length > block.events.length) known.announcedWith(block.number);
    known.append(seen);
    return seenNews(seen);
  });
  return [...undone, ...added, ...finalized(known, scan.finalUpTo)];
}

/** What the look took for the chain to build on is no longer known, or known to be final and passed. */
function isStale(known: KnownChain, { base, blocks }: Scan): boolean {
  const [first] = blocks;
  if (first && known.block(first.number)?.hash === first.hash) return true;
  return base ? known.block(base.number)?.hash !== base.hash : known.final !== undefined;
}

function undoAbove(known: KnownChain, number: number): readonly BlockNews[] {
  const news: BlockNews[] = [];
  if ((known.tip?.number ?? number) > number) known.undone.looks += 1;
  while ((known.tip?.number ?? number) > number) {
    const block = known.undoTip();
    if (!block) break;
    news.push({ kind: 'undone', number: block.number, hash: block.hash, facts: [...block.facts] });
  }
  return news;
}

function knownBlock(known: KnownChain, { events, ...header }: ScannedBlock): KnownBlock {
  const facts: ChainFact[] = [];
  // In order, since a token can be registered and traded in one block.
  for (const event of events) {
    const fact = chainFact(event, (id) => present(known.tokens.get(id), `token of id ${id}`));
    if (fact.kind === 'token_registered') known.learnToken(fact.id, fact.token);
    facts.push(fact);
  }
  return { ...header, facts };
}

function seenNews({ number, hash, parent, time, facts }: KnownBlock): BlockNews {
  return { kind: 'seen', number, hash, parent, time, facts: [...facts] };
}

function finalized(known: KnownChain, upTo: number): readonly BlockNews[] {
  const news: BlockNews[] = [];
  for (;;) {
    const block = known.finalizeOldest(upTo);
    if (!block) return news;
    const { number, hash, time, facts } = block;
    news.push({ kind: 'final', number, hash, time, facts: [...facts] });
  }
}
