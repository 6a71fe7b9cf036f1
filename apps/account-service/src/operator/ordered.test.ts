import { operatorCommands } from '@exchange/contract/bus';
import { hash, marketId } from '@exchange/core/kernel';
import { ORDERS_AHEAD_MAX } from '@exchange/platform';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountWorld, aliceAddress } from '../../test/account-world.fixture';

describe('a command of an operator', () => {
  let world: AccountWorld;
  beforeEach(async () => (world = await AccountWorld.open()));
  afterEach(async () => {
    await world.stop();
    expect(world.fatal).toEqual([]);
  });

  const { setMarketStatus, operatorHeadsQuery } = operatorCommands;
  const market = marketId('ETHDAI');
  /** Those before listed what is traded here. */
  const LISTED = 9;
  const order = (seq: number, digit = 'a') => ({ seq, hash: hash(`0x${digit.repeat(64)}`) });
  const effects = [
    { what: 'status', of: 'ETHDAI', before: 'open', after: 'post_only' },
    { what: 'open orders', of: 'ETHDAI', count: 0 },
  ];
  const set = (status: 'open' | 'post_only', how: object = {}) =>
    world.ask(setMarketStatus, ['0', 'operator-gateway'], { market, status, ...how });
  const heads = () => world.ask(operatorHeadsQuery, ['5', 'operator-gateway'], { after: LISTED });
  const stored = () => [...world.store.table('market').values()].map(({ status }) => status);

  it('without an order says what it would change, and changes nothing', async () => {
    expect(await set('post_only')).toEqual({ ok: true, value: { effects } });
    expect(stored()).toEqual(['open']);
    expect(await heads()).toMatchObject({ value: { heads: [] } });
  });

  it('that is ordered is carried out, and stores the head of the log with it', async () => {
    expect(await set('post_only', { order: order(13) })).toEqual({ ok: true, value: { effects } });
    expect(stored()).toEqual(['post_only']);
    expect(await heads()).toEqual({
      ok: true,
      value: { heads: [{ group: 'main', ...order(13) }], more: false },
    });
  });

  it('that comes again is answered as before and changes nothing, also after a restart', async () => {
    await set('post_only', { order: order(13) });
    await set('open', { order: order(14) });
    await world.restart();
    expect(await set('post_only', { order: order(13) })).toEqual({ ok: true, value: { effects } });
    expect(stored()).toEqual(['open']);
  });

  it('of another log is refused, and calls somebody', async () => {
    await set('post_only', { order: order(13) });
    expect(await set('open', { order: order(13, 'b') })).toMatchObject({ code: 'OPERATOR_LOG_FORKED' });
    expect(world.log.lines).toContainEqual(
      expect.objectContaining({ fields: { alarm: 'operator_log_forked', code: 'OPERATOR_LOG_FORKED' } }),
    );
    expect(await set('open', { order: order(12) })).toMatchObject({ code: 'OPERATOR_ORDER_PASSED' });
    expect(stored()).toEqual(['post_only']);
  });

  it('with a number that no log can have is refused, also after a restart, and later ones go on', async () => {
    await set('post_only', { order: order(13) });
    await world.restart();
    const ahead = order(13 + ORDERS_AHEAD_MAX + 1);
    expect(await set('open', { order: ahead })).toMatchObject({ code: 'OPERATOR_ORDER_AHEAD' });
    expect(world.log.lines).toContainEqual(
      expect.objectContaining({ fields: { alarm: 'operator_log_forked', code: 'OPERATOR_ORDER_AHEAD' } }),
    );
    expect(stored()).toEqual(['post_only']);
    expect(await set('open', { order: order(14) })).toMatchObject({ ok: true });
    expect(stored()).toEqual(['open']);
  });

  it('that is refused leaves no head', async () => {
    const unknown = { market: marketId('XYZ'), status: 'open', order: order(13) } as const;
    expect(await world.ask(setMarketStatus, ['0', 'operator-gateway'], unknown)).toMatchObject({
      code: 'UNKNOWN_MARKET',
    });
    expect(await heads()).toMatchObject({ value: { heads: [] } });
  });

  it('of an account is kept by the group of the account', async () => {
    const wish = { account: aliceAddress, pointTenths: 1_000, order: order(18) };
    expect(
      await world.askFor(aliceAddress, operatorCommands.setAccountLimits, wish, 'operator-gateway'),
    ).toEqual({
      ok: true,
      value: {
        effects: [{ what: 'tenths of points in 10 s', of: aliceAddress, before: '500', after: '1000' }],
      },
    });
  });
});
