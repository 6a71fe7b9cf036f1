import { describe, expect, it } from '@jest/globals';
import { type Command, COMMAND_NAMES, pointTenths, rightOf, SlidingWindow } from '@exchange/core/wire';
import { HandTimers } from '../../test/hand-timers.fixture';
import { CHARGED_TO_CONNECTION, type Paced, Pacer } from './pacer';

const LIMIT = 500;
const PLACE = { c: 'editOrder', id: 1 } as const;
const CANCEL = { c: 'cancelOrder', id: 1 } as const;
const TRIP_MS = 40;

/** An exchange that charges each command somewhere on its way, exactly, and answers. */
class Charging {
  readonly timers = new HandTimers();
  readonly pacer = new Pacer(this.timers, () => LIMIT);
  readonly sent: Command[] = [];
  refused = 0;
  longestMs = 0;
  private rid = 0;

  constructor(readonly window = new SlidingWindow(10_000)) {}

  /** Resolves the waiting of a command when it was answered. */
  submit(command: Command, trip = TRIP_MS): void {
    const { timers, pacer, window } = this;
    const askedAt = timers.now();
    const paced: Paced = {
      command,
      rid: (this.rid += 1),
      send: () => {
        this.sent.push(command);
        if (command.c === 'cancelOrder') this.longestMs = Math.max(this.longestMs, timers.now() - askedAt);
        timers.after(Math.floor(Math.random() * trip), () => {
          const tenths = pointTenths(command);
          const fits = window.fits(tenths, LIMIT, timers.now());
          if (fits) window.spend(tenths, timers.now());
          else this.refused += 1;
          timers.after(trip, () => (fits ? pacer.answered(paced) : pacer.refused(paced)));
        });
      },
    };
    pacer.submit(paced);
  }
}

describe('pacing', () => {
  it('is never refused at full speed for ten minutes, and no cancel waits', () => {
    const exchange = new Charging();
    let edits = 0;
    for (let ms = 0; ms < 600_000; ms += 100) {
      while (exchange.pacer.waiting < 3) {
        exchange.submit(PLACE);
        edits += 1;
      }
      // Ten in any 10 s, all at once.
      if (ms % 10_100 === 0) for (let n = 0; n < 10; n += 1) exchange.submit(CANCEL);
      exchange.timers.pass(100);
    }
    expect(exchange.refused).toBe(0);
    expect(exchange.longestMs).toBeLessThanOrEqual(300);
    // All that the window allows beside the cancels: 45 a window, less what is on its way.
    expect(edits).toBeGreaterThan(45 * 59);
  });

  it.each([
    ...[null, -1, 'ETHDAI', {}].map((markets) => ({ c: 'subscribe', markets, events: ['trades'] })),
    ...[{ c: 'subscribe' }, { c: 'subscribe', markets: [], events: null }, { c: 'nonsense' }],
  ])('leaves it to the server to refuse %j, and goes on', (wrong) => {
    const exchange = new Charging();
    exchange.submit(wrong as never);
    exchange.submit(PLACE);
    expect(exchange.sent).toEqual([wrong, PLACE]);
  });

  it('gives up what costs more than a window has, and goes on', () => {
    const exchange = new Charging();
    const markets = Array.from({ length: 300 }, (_, index) => `M${index}`);
    const dear = { c: 'subscribe', markets, events: ['trades'] } as const;
    exchange.submit(dear as never);
    exchange.submit(PLACE);
    exchange.timers.pass(60_000);
    expect(exchange.sent).toEqual([dear, PLACE]);
    expect([exchange.refused, exchange.pacer.waiting]).toEqual([1, 0]);
  });

  it('sends again in their order what was refused, and meanwhile what costs less', () => {
    const { pacer, timers } = new Charging();
    const sent: number[] = [];
    const paced = (id: number, command: Command = { c: 'editOrder', id }): Paced => ({
      command,
      rid: id,
      send: () => sent.push(id),
    });
    const [first, second] = [paced(1), paced(2)];
    for (const one of [first, second, paced(3)]) pacer.submit(one);
    pacer.refused(first, { retryAfterMs: 3_000 });
    pacer.refused(second, { retryAfterMs: 3_000 });
    pacer.submit(paced(4));
    pacer.submit(paced(5, CANCEL));
    expect(sent).toEqual([1, 2, 3, 5]);
    timers.pass(2_900);
    expect(sent).toHaveLength(4);
    timers.pass(200);
    expect(sent.slice(4)).toEqual([1]);
    timers.pass(60_000);
    expect(sent.slice(4)).toEqual([1, 2, 4]);
  });

  it('takes a smaller limit from a refusal, until the next login or line', () => {
    const timers = new HandTimers();
    const pacer = new Pacer(timers, () => 100_000);
    const sent: Paced[] = [];
    let rid = 0;
    const submit = (command: Command) => {
      const paced: Paced = { command, rid: (rid += 1), send: () => sent.push(paced) };
      pacer.submit(paced);
      return paced;
    };
    const commands = Array.from({ length: 60 }, () => submit(PLACE));
    expect(sent).toHaveLength(60);
    for (const one of commands.slice(0, 50)) pacer.answered(one);
    const message = 'RATE_LIMITED: 1 points needed, 50 of 50 spent within 10 s; not applied';
    for (const one of commands.slice(50)) pacer.refused(one, { message });
    // No more than 50 in 10 s from now on.
    timers.pass(9_000);
    expect(sent).toHaveLength(60);
    timers.pass(60_000);
    expect(pacer.waiting).toBe(0);
    for (let n = 0; n < 60; n += 1) submit(PLACE);
    expect(pacer.waiting).toBeGreaterThan(10);
    pacer.answered(submit({ c: 'ping' }));
    expect(pacer.waiting).toBeGreaterThan(10);
    const login = { c: 'authenticateWithSession', address: '0x', session: '1' } as never;
    pacer.answered(submit(login));
    timers.pass(1_000);
    expect(pacer.waiting).toBe(0);
  });

  it('sends cancels before what waits longer', () => {
    const exchange = new Charging();
    for (let n = 0; n < 60; n += 1) exchange.submit(PLACE);
    for (let n = 0; n < 12; n += 1) exchange.submit(CANCEL);
    const before = exchange.sent.length;
    expect(exchange.sent.slice(45)).toEqual(Array.from({ length: 10 }, () => CANCEL));
    exchange.timers.pass(11_000);
    expect(exchange.sent.slice(before, before + 2)).toEqual([CANCEL, CANCEL]);
  });

  it('backs off when others spend the account’s points, and loses nothing', () => {
    const window = new SlidingWindow(10_000);
    const clients = [new Charging(window), new Charging(window)];
    let submitted = 0;
    for (let ms = 0; ms < 300_000; ms += 50) {
      for (const client of clients) {
        if (client.pacer.waiting < 2) {
          client.submit(PLACE);
          submitted += 1;
        }
        client.timers.pass(50);
      }
    }
    for (const client of clients) client.timers.pass(60_000);
    const refused = clients.reduce((sum, client) => sum + client.refused, 0);
    const sent = clients.reduce((sum, client) => sum + client.sent.length, 0);
    expect(sent - refused).toBe(submitted);
    expect(refused / submitted).toBeLessThan(0.1);
    // Both of them work.
    for (const client of clients) expect(client.sent.length).toBeGreaterThan(submitted / 5);
  });

  it('charges to the connection alone what needs no account', () => {
    const anyone = COMMAND_NAMES.filter((name) => rightOf(name) === 'anyone' && name !== 'logoff');
    expect([...CHARGED_TO_CONNECTION].sort()).toEqual(anyone.sort());
  });

  it('counts an account over its connections, and gives back what was not sent', () => {
    const { pacer, timers } = new Charging();
    let [sent, rid] = [0, 0];
    const paced = (): Paced => ({ command: PLACE, rid: (rid += 1), send: () => (sent += 1) });
    for (let n = 0; n < 50; n += 1) pacer.submit(paced());
    expect([sent, pacer.waiting]).toEqual([45, 5]);
    expect(pacer.lost()).toHaveLength(5);
    pacer.submit(paced());
    timers.pass(9_000);
    expect(sent).toBe(45);
    timers.pass(7_000);
    expect(sent).toBe(46);
  });
});
