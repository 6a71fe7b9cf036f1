import { type KnownTrade, onChainId } from '@exchange/core/settlement';
import type { BlockMoment, ChainSight, Settlement } from '../chain/attester-chain';
import { nonceKey } from '../cosigning/promised-withdrawals';
import type { AttesterTools } from './round-tools';

/** Trades that no attestation carries are asked about a few at a time: only a lost record has any that are settled. */
const OTHERS_AT_ONCE = 64;

/**
 * Looks at the chain by the attester's own node, and stores what it says once it has a newer block. State decides: whether
 * an id is settled or a nonce used. Logs are read only of what state says is there, so an empty answer releases nothing.
 */
export class ChainLook {
  #askedUpTo = 0;

  constructor(private readonly tools: AttesterTools) {}

  async look(): Promise<void> {
    const { state, chain, prompts } = this.tools;
    const view = await chain.look();
    const known = state.chain.view;
    if (known && !isNewer(view, known)) return;
    if (known && view.final.number <= known.final.number) {
      // A node that is behind may not take back what was final.
      const stale = {
        view: { ...view, final: known.final },
        tokens: [],
        settlements: [],
        spent: new Set<string>(),
      };
      return prompts.commit({ kind: 'chain_looked', ...stale });
    }
    const { final } = view;
    const [tokens, settlements, spent] = await Promise.all([
      chain.tokens(state.chain.tokens.length, final.number),
      this.#settlements(final),
      this.#spentNonces(final),
    ]);
    await prompts.commit({ kind: 'chain_looked', view, tokens, settlements, spent });
  }

  /** What the contract settled under the ids of trades that are not known as settled. */
  async #settlements(final: BlockMoment): Promise<readonly Settlement[]> {
    const { chain, log } = this.tools;
    const ids = this.#asked();
    const settled = await chain.settled(ids, final.number);
    const found = ids.filter((_, index) => settled[index]);
    if (found.length === 0) return [];
    const settlements = await chain.settlements(found, final.number);
    const lacking = found.length - settlements.length;
    if (lacking > 0) log.warn({ lacking, block: final.number }, 'the node lacks logs of settled trades');
    return settlements;
  }

  /** Ids of all trades that attested batches carry, and some of the others in turn; not those known as spent on something else. */
  #asked(): readonly number[] {
    const { trades, attestations } = this.tools.state;
    const carried = [...attestations.all()].flatMap(({ tradeIds }) => tradeIds);
    const complete = [...trades.all()].filter(isComplete);
    if (this.#askedUpTo >= complete.length) this.#askedUpTo = 0;
    const others = complete.slice(this.#askedUpTo, this.#askedUpTo + OTHERS_AT_ONCE);
    this.#askedUpTo += OTHERS_AT_ONCE;
    const isAsked = (id: number) => {
      const trade = trades.ofChain(BigInt(id));
      return trade !== undefined && !trades.isSpent(trade, BigInt(id));
    };
    return [...new Set([...carried, ...others.map(onChainId)])].filter(isAsked);
  }

  async #spentNonces(final: BlockMoment): Promise<ReadonlySet<string>> {
    const { state, chain } = this.tools;
    const promised = state.promised();
    const used = await chain.usedNonces(promised, final.number);
    return new Set(promised.filter((_, index) => used[index]).map(nonceKey));
  }
}

const isNewer = (view: ChainSight, known: ChainSight): boolean =>
  view.newest.number > known.newest.number || view.final.number > known.final.number;

const isComplete = ({ maker, taker }: KnownTrade): boolean => maker !== undefined && taker !== undefined;
