import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ExchangeError } from '@exchange/client';
import { NumberField } from '../typed/number-field';
import { readerSign } from '../typed/reader-sign';
import { typedFaultText } from '../typed/typed-fault-text';
import { useExchange, useListing } from '../exchange/use-exchange';
import { refusalOf } from '../notices/refusal';
import { RefusalNotice } from '../notices/refusal-notice';
import { ownText } from '../text/own';
import { useRun } from '../ui/use-run';
import {
  type ChangeField,
  changeFields,
  type ReadChange,
  readChange,
  type TypedChange,
  unchanged,
} from './order-changes';
import { OrderEditOptions } from './order-edit-options';
import type { OwnOrderRow } from './own-rows';

const text = ownText.editing;

/** Changes an open order in place, within what was signed: nothing is signed again. */
export function OrderEdit({ row, close }: { row: OwnOrderRow; close: () => void }): ReactNode {
  const { client, trading } = useExchange();
  const listed = useListing();
  const form = useRef<HTMLFormElement>(null);
  const saving = useRun(refusalOf);
  const [typed, setTyped] = useState<TypedChange>(() => unchanged(row, readerSign));
  const [beyond, setBeyond] = useState<string>();
  const [isTried, setTried] = useState(false);
  useEffect(() => {
    const first = form.current?.querySelector('input');
    first?.focus();
    first?.select();
  }, []);
  const read = tried(() => readChange(typed, row, listed, readerSign, Date.now() / 1_000));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setBeyond('beyond' in read ? read.beyond : read.kind === 'same' ? text.same : undefined);
    if ('beyond' in read) return;
    if (read.kind === 'change') {
      saving.run(async () => {
        await client.editOrder(read.command);
        trading.terms.renew(row.id);
        close();
      });
    }
  };
  const field = (name: ChangeField) => {
    const found =
      'kind' in read && read.kind === 'faulty' ? read.faults.find((each) => each.field === name) : undefined;
    const fault = found === undefined || found.fault === 'missing' ? undefined : found.fault;
    const missing = found?.fault === 'missing' && isTried ? text.missing : undefined;
    return (
      <NumberField
        key={name}
        {...{
          name: `edit-${name}`,
          label: labels[name],
          value: typed[name],
          sign: readerSign,
          fault,
          isRate: name !== 'amount',
        }}
        problem={fault === undefined ? missing : typedFaultText(fault, row.traded)}
        change={(value) => setTyped({ ...typed, [name]: value })}
      />
    );
  };
  const labels: Readonly<Record<ChangeField, string>> = {
    stopRate: text.stopRate(row.quote),
    rate: text.rate(row.quote),
    peggedRate: text.peggedRate(typed.peggedTo ?? ''),
    amount: text.amount(row.traded),
  };
  return (
    <form
      className="order-edit"
      aria-label={text.title(row.id)}
      ref={form}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
        if (event.key === 'Enter' && event.repeat) event.preventDefault();
      }}
    >
      {changeFields(typed, row).map(field)}
      <OrderEditOptions {...{ row, typed }} change={(change) => setTyped({ ...typed, ...change })} />
      <p className="field-hint">
        {text.left(row.remaining, row.traded)}. {text.hint}
      </p>
      <div className="order-buttons">
        <button type="button" onClick={close}>
          {text.back}
        </button>
        <button type="submit" aria-disabled={saving.isBusy}>
          {saving.isBusy ? text.saving : text.save}
        </button>
      </div>
      {beyond !== undefined && (
        <p className="field-problem" role="alert">
          {beyond}
        </p>
      )}
      {saving.problem !== undefined && <RefusalNotice refusal={saving.problem} dismiss={saving.dismiss} />}
    </form>
  );
}

/** What was read, or in words why it goes beyond what was signed. */
function tried(read: () => ReadChange): ReadChange | { readonly beyond: string } {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    if (error.code === 'RATE_OUT_OF_RANGE') return { beyond: text.worse };
    return { beyond: error.code === 'AMOUNT_OUT_OF_RANGE' ? text.tooMuch : error.message };
  }
}
