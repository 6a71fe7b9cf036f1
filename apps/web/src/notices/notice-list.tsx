import type { ReactNode } from 'react';
import { useCell, useExchange } from '../exchange/use-exchange';
import { noticeText as text } from '../text/notices';

const SIGNS = { good: '✓', plain: '•', bad: '!' } as const;

/** What happens elsewhere, in words: heard when nothing else is, and seen for some seconds. */
export function NoticeList(): ReactNode {
  const { notices } = useExchange().trading;
  const shown = useCell(notices.shown);
  return (
    <section className="notices" aria-label={text.title}>
      <div role="log" aria-live="polite" aria-relevant="additions">
        {shown.map(({ id, tone, words }) => (
          <div key={id} className="notice-item" data-tone={tone}>
            <span aria-hidden="true" className="notice-sign">
              {SIGNS[tone]}
            </span>
            <span>{words}</span>
            <button
              type="button"
              className="quiet"
              aria-label={`${text.dismiss}: ${words}`}
              onClick={() => notices.dismiss(id)}
            >
              ×
            </button>
          </div>
        ))}
      </div>
    </section>
  );
}
