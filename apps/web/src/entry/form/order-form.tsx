import { type FormEvent, type ReactNode, useEffect, useReducer, useRef, useState } from 'react';
import { wholeTokens } from '@exchange/core/kernel';
import { askWays } from '../../account/ask-ways';
import { useAccount } from '../../account/use-ways';
import { useCell, useExchange, useListing } from '../../exchange/use-exchange';
import { picked } from '../../market/picked';
import { RefusalNotice } from '../../notices/refusal-notice';
import { clockTime } from '../../text/duration';
import { entryText as text } from '../../text/entry';
import { Panel } from '../../ui/panel';
import { type EntryDraft, draftAfter, emptyDraft, type EntryKind, mayRest } from '../draft';
import { entryMarket, type EntryMarket, tokensOf } from '../entry-market';
import { NumberField } from '../../typed/number-field';
import { wantsLastLook } from './last-look';
import { OrderOptions } from './order-options';
import { OrderReview } from './order-review';
import { percentAmount } from '../percent-amount';
import type { PlanFault } from '../plan';
import type { PlannedOrder } from '../plan-context';
import { RadioGroup } from '../../ui/radio-group';
import { neededFields, type NumberField as FieldName } from '../read-draft';
import { readerSign } from '../../typed/reader-sign';
import { asTyped } from '../../typed/typed-decimal';
import { usePlan } from './use-plan';
import { faultText, previewLines, warningText } from '../words';

const PERCENTS = [25, 50, 75, 100] as const;
const AMOUNTS: readonly FieldName[] = ['amount', 'offered'];
const KINDS: readonly EntryKind[] = ['limit', 'market', 'stop', 'pegged'];

/** The place where orders of a market are entered. */
export function OrderPanel({ market: id }: { market: string }): ReactNode {
  const market = entryMarket(useListing(), id);
  return (
    <Panel title={text.title} area="entry">
      {market !== undefined && <OrderForm market={market} />}
    </Panel>
  );
}

/** The form for an order of a market: everything by keys, everything exact, nothing signed that isn't shown. */
function OrderForm({ market }: { market: EntryMarket }): ReactNode {
  const { desk } = useExchange().trading;
  const [draft, dispatch] = useReducer(draftAfter, market.id, emptyDraft);
  const { plan, context } = usePlan(draft, market, readerSign);
  const entered = useCell(desk.entered);
  const isFindingOut = useCell(desk.isFindingOut);
  const [review, setReview] = useState<PlannedOrder>();
  const isAsked = useCell(wantsLastLook);
  const [isTried, setTried] = useState(false);
  const placedFrom = useRef<EntryDraft>(undefined);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    return picked.subscribe(() => {
      const pick = picked.get();
      if (pick?.market !== market.id) return;
      const [rate, amount] = [asTyped(pick.rate, readerSign), asTyped(pick.total, readerSign)];
      dispatch({ type: 'picked', bookSide: pick.side, field: pick.field, rate, amount });
    });
  }, [market.id]);

  const isBusy = entered !== undefined && entered.stage !== 'refused';
  const time = (seconds: number) => clockTime(seconds, context.nowMs / 1_000);
  const change = (changed: Partial<Omit<EntryDraft, 'market'>>) => {
    setReview(undefined);
    dispatch({ type: 'change', change: changed });
  };
  const place = async (order: PlannedOrder) => {
    // One intent of one draft: whatever is clicked or held down again is the same.
    if (placedFrom.current === draft) return;
    placedFrom.current = draft;
    const isPlaced = await desk.place(order);
    setReview(undefined);
    if (isPlaced) {
      setTried(false);
      dispatch({ type: 'placed', of: draft });
    } else placedFrom.current = undefined;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    desk.dismiss();
    const [fault] = plan.faults;
    if (fault?.kind === 'logged off') askWays();
    if (fault !== undefined || plan.order === undefined) {
      if (fault !== undefined && fault.field !== 'form') {
        form.current?.querySelector<HTMLInputElement>(`input[name=${fault.field}]`)?.focus();
      }
      return;
    }
    if (isAsked) setReview(plan.order);
    else void place(plan.order);
  };
  const problemOf = (field: FieldName) => shownFault(plan.faults, field, isTried);
  const field = (name: FieldName, label: string, hint?: string) => {
    const fault = problemOf(name);
    return (
      <NumberField
        key={name}
        {...{ name, label, hint, value: draft[name], sign: readerSign, isRate: !AMOUNTS.includes(name) }}
        problem={fault && faultText(fault, market)}
        fault={fault?.kind === 'typed' ? fault.fault : undefined}
        change={(value) => change({ [name]: value })}
      />
    );
  };
  const standing = plan.faults.filter((fault) => fault.field === 'form');
  const needed = neededFields(draft);
  return (
    <form
      className="order-form"
      ref={form}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        // Enter that is held down is one Enter.
        if (event.key === 'Enter' && event.repeat) event.preventDefault();
      }}
    >
      <RadioGroup
        {...{ legend: text.side, value: draft.side }}
        choose={(side) => change({ side })}
        options={[
          ['buy', text.sides.buy],
          ['sell', text.sides.sell],
        ]}
      />
      <RadioGroup
        {...{ legend: text.kind, value: draft.kind }}
        choose={(kind) => change({ kind })}
        options={KINDS.map((kind) => [kind, text.kinds[kind]] as const)}
      />
      <p className="field-hint">{text.kindHints[draft.kind]}</p>
      {needed.includes('stopRate') && field('stopRate', text.fields.stopRate(market.quote.symbol))}
      {needed.includes('peggedRate') && field('peggedRate', text.fields.peggedRate(draft.peggedTo))}
      {draft.kind === 'market' ? (
        <WorstRate rate={plan.order?.rate} label={text.fields.worst(market.quote.symbol)} />
      ) : (
        field(
          'rate',
          draft.kind === 'pegged'
            ? text.fields.worst(market.quote.symbol)
            : text.fields.rate(market.quote.symbol),
        )
      )}
      {field('amount', text.fields.amount(market.traded.symbol))}
      <Percents
        choose={(percent) => {
          const amount = percentAmount(draft, context, percent);
          if (amount !== undefined) change({ amount: asTyped(amount, readerSign) });
        }}
        usable={context.usable}
        market={market}
        side={draft.side}
      />
      <details>
        <summary>{text.more}</summary>
        <OrderOptions {...{ draft, market, change }} />
        {mayRest(draft) && field('offered', text.fields.offered(market.traded.symbol), text.offeredHint)}
        <label className="check">
          <input
            type="checkbox"
            checked={isAsked}
            onChange={({ target }) => wantsLastLook.set(target.checked)}
          />
          {text.confirmFirst}
        </label>
      </details>
      <ul className="order-warnings" aria-live="polite">
        {plan.warnings.map((warning) => (
          <li key={warning.kind}>{warningText(warning, market)}</li>
        ))}
        {isTried && standing.map((fault) => <li key={fault.kind}>{faultText(fault, market)}</li>)}
      </ul>
      {review === undefined ? (
        <button type="submit" className={`place ${draft.side}`} aria-disabled={isBusy}>
          {text.place[draft.side](market.traded.symbol)}
        </button>
      ) : (
        <OrderReview
          {...{ order: review, market, time, isBusy, back: () => setReview(undefined) }}
          place={() => void place(review)}
        />
      )}
      <p className="order-outcome" role="status">
        {entered?.stage === 'signing' && text.signing}
        {entered?.stage === 'sending' && text.outcome.sending}
        {entered?.stage === 'unknown' && text.outcome.unknown}
        {entered === undefined && isFindingOut && text.outcome.earlier}
      </p>
      {entered?.refusal !== undefined && (
        <RefusalNotice refusal={entered.refusal} dismiss={() => desk.dismiss()} />
      )}
      {plan.order !== undefined && <Preview lines={previewLines(plan.order, market, time)} />}
    </form>
  );
}

/** What is said of a field: that something is missing only once somebody tried. */
function shownFault(faults: readonly PlanFault[], field: FieldName, isTried: boolean): PlanFault | undefined {
  return faults.find((fault) => fault.field === field && (isTried || fault.kind !== 'missing'));
}

function WorstRate({ rate, label }: { rate: string | undefined; label: string }): ReactNode {
  return (
    <div className="field">
      <span>{label}</span>
      <output name="rate">{rate ?? text.preview.unknown}</output>
    </div>
  );
}

interface PercentsProps {
  readonly choose: (percent: number) => void;
  readonly usable: bigint | undefined;
  readonly market: EntryMarket;
  readonly side: EntryDraft['side'];
}

function Percents({ choose, usable, market, side }: PercentsProps): ReactNode {
  const { sold } = tokensOf(market, side);
  const { account } = useAccount();
  return (
    <div className="percents">
      <span className="muted">
        {usable === undefined || account === undefined
          ? text.usableUnknown
          : text.usable(wholeTokens(usable, sold.decimals), sold.symbol)}
      </span>
      {PERCENTS.map((percent) => (
        <button
          type="button"
          key={percent}
          aria-label={text.percentHint(percent)}
          disabled={usable === undefined}
          onClick={() => choose(percent)}
        >
          {text.percent(percent)}
        </button>
      ))}
    </div>
  );
}

function Preview({ lines }: { lines: ReturnType<typeof previewLines> }): ReactNode {
  return (
    <section aria-label={text.preview.title} className="preview">
      <dl>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="field-hint">{text.preview.feeHint}</p>
    </section>
  );
}
