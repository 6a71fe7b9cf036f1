import { describe, expect, it } from '@jest/globals';
import { ExchangeError } from '@exchange/client';
import { REJECTION_CODES } from '@exchange/core/kernel';
import { refusalOf } from '../notices/refusal';
import { refusals } from './refusals';

describe('the sentence of a refusal', () => {
  it('is there for every code of the interface, and for no other', () => {
    const codes = [...REJECTION_CODES, 'CONNECTION_LOST', 'TIMEOUT', 'UNKNOWN_ERROR'];
    expect(Object.keys(refusals).sort()).toEqual([...codes].sort());
  });

  it('says what to do: it has an instruction, or that it ends by itself', () => {
    const instruction =
      /\b(Reload|Correct|Try|Log in|Register|Make|See|Deposit|Choose|Check|Wait|Close|Cancel|Look|look|edit|says which|says why|verify|order it anew|canceled|Raise|Lower|Change|Let|Place|enter|show how|Use|Withdraw|Finish|Allow|Send)\b/;
    const silent = Object.entries(refusals).filter(([, sentence]) => !instruction.test(sentence));
    expect(silent).toEqual([]);
  });

  it('stands before what the exchange says itself', () => {
    const error = new ExchangeError('INSUFFICIENT_BALANCE', '1 DAI usable, 2 DAI needed');
    expect(refusalOf(error)).toEqual({
      code: 'INSUFFICIENT_BALANCE',
      sentence: refusals.INSUFFICIENT_BALANCE,
      detail: '1 DAI usable, 2 DAI needed',
    });
  });

  it('is a general one for a code of a later release, and for what is no refusal', () => {
    const later = new ExchangeError('SOME_NEW_CODE' as never, 'because');
    expect(refusalOf(later)).toEqual({
      ...{ code: 'SOME_NEW_CODE', sentence: refusals.UNKNOWN_ERROR, detail: 'because' },
    });
    expect(refusalOf(new TypeError('user rejected'))).toMatchObject({ detail: 'user rejected' });
    // Wallets throw objects that are no errors.
    expect(refusalOf({ code: -32_000, message: 'it is locked' })).toMatchObject({ detail: 'it is locked' });
    expect(refusalOf('gone')).toMatchObject({ code: 'UNKNOWN_ERROR', detail: 'gone' });
  });
});
