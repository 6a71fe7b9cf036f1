import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ExchangeError } from '@exchange/client';
import { NumberField } from '../typed/number-field';
import { readerSign } from '../typed/reader-sign';
import { asTyped } from '../typed/typed-decimal';
import { typedFaultText } from '../typed/typed-fault-text';
import { useExchange, useListing } from '../exchange/use-exchange';
import { refusalOf } from '../notices/refusal';
import { RefusalNotice } from '../notices/refusal-notice';
import { ownText } from '../text/own';
import { useRun } from '../ui/use-run';
import { type ReadChange, readChange, type TypedChange } from './order-changes';
import type { OwnOrderRow } from './own-rows';

const text = ownText.editing;

/** Changes an open order in place, within what was signed: nothing is signed again. */
export function OrderEdit({ row, close }: { row: OwnOrderRow; close: () => void }): ReactNode {
  const { client } = useExchange();
  const listed = useListing();
  const form = useRef<HTMLFormElement>(null);
  const saving = useRun(refusalOf);
  const [typed, setTyped] = useState<TypedChange>({
    amount: asTyped(row.offered === '0' ? row.remaining : row.offered, readerSign),
    rate: asTyped(row.rate, readerSign),
    stopRate: asTyped(row.stopRate ?? '', readerSign),
  });
  const [beyond, setBeyond] = useState<string>();
  const [isTried, setTried] = useState(false);
  useEffect(() => form.current?.querySelector('input')?.select(), []);
  const read = tried(() => readChange(typed, row.order, listed, readerSign));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if ('beyond' in read) return setBeyond(read.beyond);
    setBeyond(undefined);
    if (read.kind === 'change') {
      saving.run(async () => {
        await client.editOrder(read.command);
        close();
      });
    }
  };
  const field = (name: keyof TypedChange, label: string) => {
    const found =
      'kind' in read && read.kind === 'faulty' ? read.faults.find((each) => each.field === name) : undefined;
    const fault = found === undefined || found.fault === 'missing' ? undefined : found.fault;
    const missing = found?.fault === 'missing' && isTried ? text.missing : undefined;
    return (
      <NumberField
        {...{
          name: `edit-${name}`,
          label,
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
      {row.stopRate !== undefined && field('stopRate', text.stopRate(row.quote))}
      {field('rate', text.rate(row.quote))}
      {field('amount', text.amount(row.traded))}
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
