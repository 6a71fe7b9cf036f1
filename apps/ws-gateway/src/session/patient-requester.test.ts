import { describe, expect, it } from '@jest/globals';
import { accountQueries, encodeJson } from '@exchange/contract/bus';
import { address } from '@exchange/core/kernel';
import type { IncomingRequest } from '@exchange/platform';
import { FakeClock, MemoryBroker, settle } from '@exchange/test/kit';
import { PatientRequester } from './patient-requester';

const query = accountQueries.delegateAccountQuery;
const delegate = (number: number) => address(`0x${number.toString(16).padStart(40, '0')}`);
const NOT_TAKEN = encodeJson({ ok: false, code: 'UNAVAILABLE', message: 'moved', notTaken: true });

function world() {
  const clock = new FakeClock();
  const broker = new MemoryBroker({ clock });
  const requester = new PatientRequester(broker.connect('ws-1'), clock);
  const owner = broker.connect('account-service');
  const ask = (number: number, partition = 7) =>
    requester.ask(query, [partition, 'ws-1'], { delegate: delegate(number) }, 5_000);
  const heard: number[] = [];
  const answer = (request: IncomingRequest) => {
    heard.push(Number(query.decodeRequest(request.data)?.delegate));
    request.respond(query.encodeReply({ ok: true, value: { account: null } }));
  };
  const serve = (partition: number, take = answer) => owner.serve(`account.v1.query.${partition}.*.*`, take);
  return { clock, ask, serve, heard, answer };
}

describe('a request to a partition on its way to another process', () => {
  it('is asked again until somebody takes it, and later ones follow in their order', async () => {
    const { clock, ask, serve, heard } = world();
    const replies = [ask(1), ask(2)];
    await settle();
    replies.push(ask(3));
    await clock.advance(200);
    await serve(7);
    await clock.advance(40);
    expect(await Promise.all(replies)).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);
    expect(heard).toEqual([1, 2, 3]);
  });

  it('is asked again when the process that has given it away refuses it as not taken', async () => {
    const { clock, ask, serve, heard, answer } = world();
    let isGiven = true;
    await serve(7, (request) => (isGiven ? request.respond(NOT_TAKEN) : answer(request)));
    const reply = ask(1);
    await clock.advance(100);
    isGiven = false;
    await clock.advance(40);
    expect(await reply).toMatchObject({ ok: true });
    expect(heard).toEqual([1]);
  });

  it('is UNAVAILABLE after half a second, and keeps nothing from other partitions', async () => {
    const { clock, ask, serve } = world();
    await serve(8);
    const reply = ask(1);
    await settle();
    expect(await ask(2, 8)).toMatchObject({ ok: true });
    await clock.advance(600);
    expect(await reply).toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('is not asked again for any other refusal', async () => {
    const { ask, serve } = world();
    let asked = 0;
    await serve(7, (request) => {
      asked += 1;
      request.respond(encodeJson({ ok: false, code: 'UNAVAILABLE', message: 'too many wait' }));
    });
    expect(await ask(1)).toMatchObject({ code: 'UNAVAILABLE' });
    expect(asked).toBe(1);
  });
});
