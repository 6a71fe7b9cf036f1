import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ledgerControl } from '@exchange/contract/bus';
import type { ControlInput } from '@exchange/core/message';
import { CONVERSION_CURRENCIES } from '@exchange/core/wire';
import { FeeWorld } from '../../test/fees/fee-world.fixture';

type PegRate = Extract<ControlInput, { kind: 'peg_rate' }>;

let fees: FeeWorld;
let seen = 0;

/** What the book of ETHDAI was told of peg rates since the last call. */
function told(): [string, string | null][] {
  const inputs = fees.world.broker
    .stream('LEDGER')
    .filter(({ subject }) => subject === ledgerControl.subject('ETHDAI'))
    .flatMap(({ data }) => ledgerControl.decode(data).inputs)
    .filter((input): input is PegRate => input.kind === 'peg_rate');
  const fresh = inputs.slice(seen);
  seen = inputs.length;
  return fresh.map(({ currency, rate }) => [currency, rate]);
}

const NOTHING = Object.keys(CONVERSION_CURRENCIES).map((currency) => [currency, null]);

beforeEach(async () => {
  seen = 0;
  fees = await FeeWorld.open();
  await fees.tick();
  told();
});
afterEach(async () => {
  await fees.world.stop();
  expect(fees.world.fatal).toEqual([]);
});

describe('what a market is told of its quote token', () => {
  it('is a rate that moved by a ten-thousandth since it was told last', async () => {
    for (const rate of ['1', '1.00009', '1.0001', '1.0002', '1.00019']) await fees.rate('USD', rate);
    expect(told()).toEqual([
      ['USD', '1'],
      ['USD', '1.0001'],
    ]);
    await fees.rate('EUR', '0.9');
    await fees.rate('USD', '0.9999');
    expect(told()).toEqual([
      ['EUR', '0.9'],
      ['USD', '0.9999'],
    ]);
  });

  it('is null once when there is no fresh one, and the next one that is', async () => {
    await fees.rate('USD', '1');
    await fees.rate('USD', null);
    await fees.rate('USD', null);
    await fees.rate('USD', '1');
    expect(told()).toEqual([
      ['USD', '1'],
      ['USD', null],
      ['USD', '1'],
    ]);
  });

  it('is null after 60 s of silence', async () => {
    await fees.rate('USD', '1');
    told();
    await fees.world.clock.advance(60_000);
    await fees.tick();
    expect(told()).toEqual([]);
    await fees.world.clock.advance(1);
    await fees.tick();
    await fees.tick();
    expect(told()).toEqual([['USD', null]]);
  });

  it('is taken back by a process that starts, until it hears one', async () => {
    await fees.rate('USD', '1');
    told();
    await fees.world.restart();
    await fees.tick();
    expect(told()).toEqual(NOTHING);
    await fees.tick();
    await fees.rate('USD', '1');
    expect(told()).toEqual([['USD', '1']]);
  });

  it('is nothing of the token that it trades', async () => {
    const at = fees.world.clock.now();
    const rate = { pair: 'ETHUSD', token: 'ETH', currency: 'USD', rate: '3000', at };
    fees.world.submit({ kind: 'rate_heard', rate });
    await fees.world.quiet();
    expect(told()).toEqual([]);
  });
});
