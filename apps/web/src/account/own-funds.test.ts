import { describe, expect, it } from '@jest/globals';
import type { ClientEvents } from '@exchange/client';
import type { EntryView } from '@exchange/core/wire';
import { isPending, OwnFunds } from './own-funds';

/** A line on which a test says what comes. */
function line() {
  const listeners: [string, (event: never) => void][] = [];
  const on = (name: string, listener: (event: never) => void) => {
    listeners.push([name, listener]);
    return () => undefined;
  };
  const tell = <N extends keyof ClientEvents>(name: N, event: object) =>
    listeners.filter(([of]) => of === name).forEach(([, listener]) => listener(event as never));
  return { on, tell };
}

const auth = (address: string, status = 'authenticated') => ({ auth: { status, address } });
const balance = (token: string, usable: string) => ({ token, settled: usable, usable, blocked: '0' });
const entry = (id: number, lastUpdated: number, applied: EntryView['applied'] = [[0, 1, -1]]): EntryView => ({
  ...{ id, type: 'trade', changes: [], applied, signature: {}, transaction: null, blockNumber: null },
  ...{ blockHash: null, canceled: false, description: '', timestamp: 1, lastUpdated },
});
const final: EntryView['applied'] = [[1, 1, -1]];

describe('what the account has', () => {
  it('follows the newest word, and is of one account alone', () => {
    const { on, tell } = line();
    const own = new OwnFunds({ on });
    expect(own.balances.get()).toBeUndefined();
    tell('auth', auth('0xa1'));
    tell('balanceSnapshot', { balances: [balance('ETH', '5'), balance('DAI', '7')] });
    tell('balanceStatus', { balance: balance('ETH', '4') });
    expect([...(own.balances.get() ?? [])].map(([token, { usable }]) => [token, usable])).toEqual([
      ['ETH', '4'],
      ['DAI', '7'],
    ]);
    tell('auth', auth('0xa1'));
    expect(own.balances.get()?.size).toBe(2);
    tell('auth', auth('0xa2'));
    expect(own.balances.get()).toBeUndefined();
    tell('pendingLedgerEntrySnapshot', { entries: [entry(1, 1)] });
    tell('auth', auth('0xa2', 'loggedOff'));
    expect(own.entries.get()).toBeUndefined();
  });

  it('has each entry once, as it was told last, newest first', () => {
    const { on, tell } = line();
    const own = new OwnFunds({ on });
    tell('pendingLedgerEntrySnapshot', { entries: [entry(1, 5), entry(2, 5)] });
    tell('ledgerEntryStatus', { entry: entry(2, 9, final) });
    tell('ledgerEntryStatus', { entry: entry(2, 6) });
    tell('ledgerEntryStatus', { entry: entry(3, 1) });
    expect((own.entries.get() ?? []).map(({ id, lastUpdated }) => [id, lastUpdated])).toEqual([
      [3, 1],
      [2, 9],
      [1, 5],
    ]);
  });

  it('keeps all that is pending, and of what ended the newest only', () => {
    const { on, tell } = line();
    const own = new OwnFunds({ on });
    tell('pendingLedgerEntrySnapshot', { entries: [entry(1, 1)] });
    for (let id = 2; id <= 80; id += 1) tell('ledgerEntryStatus', { entry: entry(id, 1, final) });
    const kept = own.entries.get() ?? [];
    expect(kept).toHaveLength(51);
    expect(kept.filter(isPending).map(({ id }) => id)).toEqual([1]);
    expect(kept[0]?.id).toBe(80);
  });
});
