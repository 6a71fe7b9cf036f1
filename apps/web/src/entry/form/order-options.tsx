import type { ReactNode } from 'react';
import { entryText as text } from '../../text/entry';
import { Choice } from '../../ui/choice';
import {
  type EntryDraft,
  EXECUTIONS,
  type Lasts,
  LASTS,
  mayRest,
  PEG_CURRENCIES,
  type Slack,
  SLACKS,
} from '../draft';
import { type EntryMarket, tokensOf } from '../entry-market';

interface OrderOptionsProps {
  readonly draft: EntryDraft;
  readonly market: EntryMarket;
  readonly change: (change: Partial<Omit<EntryDraft, 'market'>>) => void;
}

const LASTING = Object.keys(LASTS) as readonly Lasts[];

/** What an order does beyond its rate and amount. */
export function OrderOptions({ draft, market, change }: OrderOptionsProps): ReactNode {
  const { sold, bought } = tokensOf(market, draft.side);
  const slacks = SLACKS.map((slack) => [String(slack), text.slackOf(slack)] as const);
  return (
    <div className="order-options">
      {draft.kind === 'pegged' && (
        <Choice
          {...{ label: text.currency, hint: text.currency, value: draft.peggedTo }}
          options={PEG_CURRENCIES.map((each) => [each, each] as const)}
          choose={(peggedTo) => change({ peggedTo })}
        />
      )}
      {draft.kind === 'market' && (
        <Choice
          {...{ label: text.slack, hint: text.slackHint, options: slacks, value: String(draft.slack) }}
          choose={(chosen) => {
            const slack = SLACKS.find((each): each is Slack => String(each) === chosen);
            if (slack !== undefined) change({ slack });
          }}
        />
      )}
      <Choice
        {...{ label: text.execution, hint: text.executionHint, value: draft.execution }}
        options={EXECUTIONS[draft.kind].map((each) => [each, text.executions[each]] as const)}
        choose={(execution) => change({ execution })}
      />
      <Choice
        {...{ label: text.lasts, hint: text.lastsHint, value: draft.lasts }}
        options={LASTING.map((each) => [each, text.lastsFor[each]] as const)}
        choose={(lasts) => change({ lasts })}
      />
      <Choice
        {...{ label: text.rebate, hint: text.rebateHint, value: draft.rebateToken }}
        options={[
          ['sell', sold.symbol],
          ['buy', bought.symbol],
        ]}
        choose={(rebateToken) => change({ rebateToken })}
      />
      {mayRest(draft) && (
        <label className="check" title={text.hiddenHint}>
          <input
            type="checkbox"
            checked={draft.hidden}
            onChange={({ target }) => change({ hidden: target.checked })}
          />
          {text.hidden}
        </label>
      )}
    </div>
  );
}
