import { mayLeave } from '../cosigning/covered';
import { voidsTrade } from '../cosigning/voided-trades';
import { signedNews } from '../outbox/attester-news';
import { handle } from './attester-turn';
import { signal } from './round-signal';

/**
 * Co-signatures that the round gave, for requests that still wait for them. Each is held once more against what is known
 * now, those before it included, and is given out only then; the others are signed again later.
 */
export const takeCosigned = handle(signal('cosigned'), {
  decide({ state, news }, { block, signed }) {
    const { cosignatures, trades, chain } = state;
    if (chain.view?.final.number !== block) return;
    for (const { key, signature, held } of signed) {
      const item = cosignatures.find(key);
      if (item?.stage !== 'asked' || voidsTrade(trades, item.request)) continue;
      if (item.request.kind === 'withdrawal' && !mayLeave(state, item.request, held)) continue;
      news.push(signedNews(cosignatures.sign(key, signature)));
      state.tally.cosigned(item.request.kind);
    }
  },
});
