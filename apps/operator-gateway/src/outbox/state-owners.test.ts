import { operatorCommands } from '@exchange/contract/bus';
import { address, partitionOf } from '@exchange/core/kernel';
import type { ActionStep } from '@exchange/core/operator';
import { type IncomingRequest, Requester } from '@exchange/platform';
import { FakeClock, MemoryBroker } from '@exchange/test/kit';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayProcesses } from './gateway-processes';
import { StateOwners } from './state-owners';

const account = address(`0x${'a1'.repeat(20)}`);
const FREEZE: ActionStep = { action: 'freeze-account', content: { account } };
const ANSWER_MS_MAX = 5_000;

describe('a dry run', () => {
  let clock: FakeClock;
  let broker: MemoryBroker;
  let owners: StateOwners;
  beforeEach(() => {
    clock = new FakeClock();
    broker = new MemoryBroker({ clock });
    const bus = broker.connect('operator-gateway');
    owners = new StateOwners(new Requester(bus), 'operator-gateway', new GatewayProcesses(bus, clock));
  });

  /** Its result, with an owner that does this with the question. */
  async function dryRun(answer?: (request: IncomingRequest) => void) {
    if (answer !== undefined)
      await broker.connect('account-service').serve(`account.v1.cmd.${partitionOf(account)}.*.*`, answer);
    const result = owners.dryRun(FREEZE);
    await clock.advance(ANSWER_MS_MAX);
    return result;
  }

  it('is what its owner says', async () => {
    const value = { effects: [{ what: 'frozen', of: account, before: 'no', after: 'yes' }] };
    const reply = operatorCommands.freezeAccount.encodeReply({ ok: true, value });
    expect(await dryRun(({ respond }) => respond(reply))).toEqual({ ok: true, value });
  });

  it.each([
    ['nobody is there', undefined],
    ['its owner says nothing', () => undefined],
  ])('may be asked for again where %s: it has changed nothing', async (_, answer) => {
    expect(await dryRun(answer)).toMatchObject({ ok: false, code: 'UNAVAILABLE' });
  });
});
