import { describe, expect, it } from '@jest/globals';
import { draftAfter, emptyDraft, mayRest } from './draft';

const draft = emptyDraft('ETHDAI');

describe('the form', () => {
  it('takes at once when it becomes a market order, and rests again by choice only', () => {
    const market = draftAfter(
      { ...draft, hidden: true, offered: '1', execution: 'postOnly' },
      { type: 'change', change: { kind: 'market' } },
    );
    expect(market).toMatchObject({ execution: 'immediateOrCancel', hidden: false, offered: '' });
    expect(mayRest(market)).toBe(false);
    expect(draftAfter(market, { type: 'change', change: { kind: 'pegged' } }).execution).toBe('none');
  });

  it('keeps an execution that the kind can have', () => {
    const kept = draftAfter(
      { ...draft, execution: 'fillOrKill' },
      { type: 'change', change: { kind: 'market' } },
    );
    expect(kept.execution).toBe('fillOrKill');
  });

  it('takes a rate from the book, and with an amount the side that takes it', () => {
    const picked = { type: 'picked', bookSide: 'sell', rate: '201', amount: '3' } as const;
    expect(draftAfter({ ...draft, side: 'sell' }, { ...picked, field: 'rate' })).toMatchObject({
      ...{ side: 'sell', rate: '201', amount: '' },
    });
    expect(draftAfter({ ...draft, side: 'sell' }, { ...picked, field: 'amount' })).toMatchObject({
      ...{ side: 'buy', rate: '201', amount: '3' },
    });
  });

  it('keeps the rate after an order, not the amount', () => {
    const typed = { ...draft, amount: '5', offered: '2', rate: '200' };
    expect(draftAfter(typed, { type: 'placed', of: typed })).toEqual({ ...typed, amount: '', offered: '' });
    const next = { ...typed, amount: '7' };
    expect(draftAfter(next, { type: 'placed', of: typed })).toBe(next);
  });
});
