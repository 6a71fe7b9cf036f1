import { useState } from 'react';
import { marketAddress } from '../../app/route';
import { useListing, useTickers } from '../../exchange/use-exchange';
import { text } from '../../text/en';
import { Notice } from '../../ui/notice';
import { Panel } from '../../ui/panel';
import { type MarketRow, marketRows } from './market-rows';

/** All markets with their figures, and a search. `current` is the one that is shown. */
export function MarketList({ current, chosen }: { current: string; chosen: () => void }) {
  const [word, setWord] = useState('');
  const rows = marketRows(useListing(), useTickers(), word);
  return (
    <Panel title={text.list.title} area="list">
      <input
        className="search"
        type="search"
        value={word}
        maxLength={40}
        aria-label={text.list.search}
        placeholder={text.list.search}
        onChange={({ target }) => setWord(target.value)}
      />
      <nav className="markets" aria-label={text.list.title}>
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <MarketLink {...{ row, isCurrent: row.id === current, chosen }} />
            </li>
          ))}
        </ul>
      </nav>
      {rows.length === 0 && <Notice title={text.list.none(word)} />}
    </Panel>
  );
}

interface MarketLinkProps {
  readonly row: MarketRow;
  readonly isCurrent: boolean;
  readonly chosen: () => void;
}

function MarketLink({ row: { id, traded, quote, status, figures }, isCurrent, chosen }: MarketLinkProps) {
  return (
    <a href={marketAddress(id)} aria-current={isCurrent ? 'page' : undefined} onClick={chosen}>
      <span className="pair">
        {traded}
        <span className="quote">/{quote}</span>
        {status !== 'open' && <span className="closed-mark"> {text.status[status]}</span>}
      </span>
      <span className="figure">{figures?.last ?? text.head.none}</span>
      <span className="volume">{figures && text.list.volume(figures.volume, quote)}</span>
      <span className={`figure change ${figures?.direction ?? 'same'}`}>{figures?.change}</span>
    </a>
  );
}
