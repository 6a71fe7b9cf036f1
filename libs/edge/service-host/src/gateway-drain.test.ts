import { gatewayCommands, restGatewayProcess } from '@exchange/contract/bus';
import { hash } from '@exchange/core/kernel';
import { ORDERS_AHEAD_MAX, Readiness, Requester } from '@exchange/platform';
import { FakeClock, KeptLog, MemoryBroker, type MemoryBus } from '@exchange/test/kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayDrain } from './gateway-drain';

describe('a gateway that operators may drain', () => {
  const clock = new FakeClock();
  const readiness = new Readiness();
  const done: string[] = [];
  const heard: ReturnType<typeof restGatewayProcess.decode>[] = [];
  let drain: GatewayDrain;
  let requester: Requester;
  let operator: MemoryBus;

  beforeEach(async () => {
    const broker = new MemoryBroker({ clock });
    operator = broker.connect('operator-gateway');
    requester = new Requester(operator);
    await operator.subscribe(restGatewayProcess.pattern, (_, data) => {
      heard.push(restGatewayProcess.decode(data));
    });
    const bus = broker.connect('rest-gateway');
    drain = new GatewayDrain({
      ...{ gateway: 'rest-gateway', process: 'rest-1', sender: 'rest-gateway' },
      ...{ bus, clock, readiness, log: new KeptLog() },
      port: {
        connections: 3,
        effects: () => [{ what: 'connections', count: 3 }],
        letGo: async () => void done.push('let go'),
        takeAgain: () => void done.push('took again'),
      },
    });
    await drain.start();
  });
  afterEach(() => drain.stop());

  const ordered = (seq: number, digit = 'a') => ({ seq, hash: hash(`0x${digit.repeat(64)}`) });
  const order = ordered(5);
  const ask = (on: boolean, more: { process?: string; order?: typeof order } = {}) => {
    const request = { process: 'rest-1', on, ...more };
    return requester.ask(
      gatewayCommands.drainRestGateway,
      ['rest-gateway', 'operator-gateway'],
      request,
      1_000,
    );
  };

  it('says what a drain would touch, does it once on an order, and undoes it', async () => {
    expect(await ask(true, { process: 'rest-2', order })).toMatchObject({
      ...{ code: 'INVALID_FIELD', message: 'this is the process rest-1' },
    });
    const effects = [
      { what: 'gateway', of: 'rest-1', before: 'at work', after: 'drained' },
      { what: 'connections', count: 3 },
    ];
    expect(await ask(true)).toEqual({ ok: true, value: { effects } });
    expect([done, readiness.lacking()]).toEqual([[], []]);
    expect(await ask(true, { order })).toEqual({ ok: true, value: { effects } });
    expect([done, readiness.lacking()]).toEqual([['let go'], ['not drained']]);
    expect(await ask(true, { order })).toEqual({ ok: true, value: { effects } });
    expect(done).toEqual(['let go']);
    expect(await ask(false, { order: ordered(5, 'b') })).toMatchObject({ code: 'OPERATOR_LOG_FORKED' });
    expect(await ask(false, { order: ordered(4) })).toMatchObject({ code: 'OPERATOR_ORDER_PASSED' });
    const ahead = await ask(false, { order: ordered(5 + ORDERS_AHEAD_MAX + 1) });
    expect(ahead).toMatchObject({ code: 'OPERATOR_ORDER_AHEAD' });
    expect(await ask(false, { order: ordered(6) })).toMatchObject({
      value: { effects: [{ before: 'drained', after: 'at work' }] },
    });
    expect([done, readiness.lacking()]).toEqual([['let go', 'took again'], []]);
    expect(heard.map(({ isDrained }) => isDrained)).toEqual([false, true, false]);
    expect(heard[0]).toMatchObject({ process: 'rest-1', sender: 'rest-gateway', connections: 3 });
  });

  it.each(['{"process":"rest-1"}', '{"process":"rest-1","on":1}', '{"process":"a b","on":true}', 'on'])(
    'refuses %s, and does nothing',
    async (content) => {
      const { length: doneBefore } = done;
      const subject = gatewayCommands.drainRestGateway.subject('rest-gateway', 'operator-gateway');
      const reply = await operator.request(subject, Buffer.from(content), 1_000);
      expect(gatewayCommands.drainRestGateway.decodeReply(reply)).toMatchObject({
        ...{ code: 'INVALID_COMMAND', message: expect.stringMatching(/doesn't fit/) },
      });
      expect([done.length, readiness.lacking()]).toEqual([doneBefore, []]);
    },
  );
});
