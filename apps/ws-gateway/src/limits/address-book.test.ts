import { describe, expect, it } from '@jest/globals';
import { ADDRESS_LIMITS } from '@exchange/core/wire';
import { FakeClock, MemoryBroker, type MemoryBus, settle } from '@exchange/test/kit';
import { AddressBook } from './address-book';
import { OtherGateways } from './other-gateways';
import { PresenceExchange } from './presence-exchange';

const ADDRESS = '192.0.2.1';

/** Gateways that hear of each other through one broker. */
async function gateways(count: number) {
  const clock = new FakeClock();
  const broker = new MemoryBroker({ clock });
  const opened: { bus: MemoryBus; book: AddressBook; others: OtherGateways; exchange: PresenceExchange }[] =
    [];
  for (let number = 1; number <= count; number += 1) {
    const gateway = `ws-${number}`;
    const others = new OtherGateways(gateway);
    const book = new AddressBook(() => ADDRESS_LIMITS, others);
    const bus = broker.connect(gateway);
    const exchange = new PresenceExchange({ gateway, bus, clock, book, others });
    await exchange.start();
    opened.push({ bus, book, others, exchange });
  }
  /** Time passes, and everything that is due is told. */
  const pass = async (ms: number) => {
    await clock.advance(ms);
    await settle();
  };
  const admitted = (index: number, times: number) =>
    Array.from({ length: times }, () => opened[index]?.book.admit(ADDRESS, clock.now()).ok);
  const stop = () => Promise.all(opened.map(({ exchange }) => exchange.stop()));
  return { clock, opened, pass, admitted, stop };
}

const yes = (count: number) => Array<boolean>(count).fill(true);

describe('the connections of one address', () => {
  it('are 25 over all gateways', async () => {
    const { opened, pass, admitted, stop } = await gateways(2);
    expect(admitted(0, 20)).toEqual(yes(20));
    await pass(100);
    expect(admitted(1, 6)).toEqual([...yes(5), false]);
    await pass(100);
    expect(admitted(0, 1)).toEqual([false]);
    expect(opened[0]?.book.admit('192.0.2.2', 0).ok).toBe(true);
    opened[1]?.book.leave(ADDRESS);
    await pass(100);
    expect(admitted(0, 2)).toEqual([true, false]);
    await stop();
  });

  it('are 50 new ones in 10 s over all gateways, however soon each is gone', async () => {
    const { opened, pass, admitted, stop } = await gateways(2);
    for (let times = 0; times < 40; times += 1) {
      expect(admitted(0, 1)).toEqual([true]);
      opened[0]?.book.leave(ADDRESS);
    }
    await pass(100);
    expect(admitted(1, 11)).toEqual([...yes(10), false]);
    await pass(10_000);
    expect(admitted(1, 1)).toEqual([true]);
    await stop();
  });

  it('of a gateway that died count for 15 s more, those of one that stopped no longer', async () => {
    const { opened, pass, admitted, clock, stop } = await gateways(3);
    const [, second, third] = opened;
    admitted(1, 12);
    admitted(2, 12);
    await pass(100);
    await third?.exchange.stop();
    await settle();
    second?.bus.disconnect();
    expect(opened[0]?.others.of(ADDRESS, clock.now()).connections).toBe(12);
    await pass(14_800);
    expect(opened[0]?.others.of(ADDRESS, clock.now()).connections).toBe(12);
    await pass(300);
    expect(opened[0]?.others.of(ADDRESS, clock.now()).connections).toBe(0);
    await pass(5_000);
    expect(opened[0]?.others.size).toBe(0);
    await stop();
  });

  it('leave nothing behind', async () => {
    const { opened, pass, stop } = await gateways(1);
    const [only] = opened;
    for (let client = 0; client < 1_000; client += 1) {
      only?.book.admit(`client-${client}`, 0);
      only?.book.spend(`client-${client}`, 1, 0);
      only?.book.leave(`client-${client}`);
    }
    await pass(20_000);
    expect(only?.book.size).toBe(0);
    await stop();
  });
});

describe('the points of one address', () => {
  it('are 500 in 10 s over all gateways, as told once a second', async () => {
    const { opened, pass, clock, stop } = await gateways(2);
    const [first, second] = opened;
    first?.book.spend(ADDRESS, 4_000, clock.now());
    await pass(1_000);
    expect(second?.book.fits(ADDRESS, 1_000, clock.now())).toBe(true);
    expect(second?.book.fits(ADDRESS, 1_001, clock.now())).toBe(false);
    await pass(15_000);
    expect(second?.book.fits(ADDRESS, 5_000, clock.now())).toBe(true);
    await stop();
  });
});
