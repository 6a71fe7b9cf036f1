import type { ReactNode } from 'react';
import { EXPIRY_MARGIN_SECONDS } from '@exchange/core/order';
import { type Lasts, LASTS, PEG_CURRENCIES } from '../entry/draft';
import { useExchange } from '../exchange/use-exchange';
import { entryText } from '../text/entry';
import { ownText } from '../text/own';
import { Choice } from '../ui/choice';
import type { TypedChange } from './order-changes';
import type { OwnOrderRow } from './own-rows';
import { useLook } from './use-look';

const text = ownText.editing;
const LASTING = Object.keys(LASTS) as readonly Lasts[];

interface OrderEditOptionsProps {
  readonly row: OwnOrderRow;
  readonly typed: TypedChange;
  readonly change: (change: Partial<TypedChange>) => void;
}

/** What of an open order can be changed beside its figures: the currency that it follows, its end, and who sees it. */
export function OrderEditOptions({ row, typed, change }: OrderEditOptionsProps): ReactNode {
  const { trading } = useExchange();
  const terms = useLook(trading.terms, row.id, undefined);
  // Beyond what was signed a later end changes nothing.
  const signedFor = (terms?.terms.expiry ?? 0) - EXPIRY_MARGIN_SECONDS - Date.now() / 1_000;
  const lasts = LASTING.filter((each) => LASTS[each] < signedFor);
  const currencies = PEG_CURRENCIES.map((each) => [each, each] as const);
  const isPegged = row.peg !== undefined;
  return (
    <div className="order-options">
      {row.stopRate === undefined && (
        <Choice
          {...{ label: text.currency, hint: text.currencyHint, value: typed.peggedTo ?? 'none' }}
          options={isPegged ? currencies : [['none', text.noCurrency] as const, ...currencies]}
          choose={(chosen) => change({ peggedTo: chosen === 'none' ? undefined : chosen })}
        />
      )}
      <Choice
        {...{ label: text.lasts, hint: text.lastsHint, value: typed.lasts }}
        options={[
          ['stays', text.lastsAsIs] as const,
          ...lasts.map((each) => [each, entryText.lastsFor[each]] as const),
          ['latest', text.lastsLatest] as const,
        ]}
        choose={(chosen) => change({ lasts: chosen })}
      />
      <label className="check" title={entryText.hiddenHint}>
        <input
          type="checkbox"
          checked={typed.hidden}
          onChange={({ target }) => change({ hidden: target.checked })}
        />
        {entryText.hidden}
      </label>
    </div>
  );
}
