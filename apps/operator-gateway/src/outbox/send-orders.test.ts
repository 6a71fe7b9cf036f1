import { engineCommands, operatorCommands } from '@exchange/contract/bus';
import { type Address, address, partitionOf } from '@exchange/core/kernel';
import { type ActionName, chained, type EntryContent, type Json, storedEntry } from '@exchange/core/operator';
import {
  activeTrace,
  type IncomingRequest,
  inNewTrace,
  Prompts,
  Requester,
  type Subscription,
  traceTo,
} from '@exchange/platform';
import { FakeClock, KeptLog, MemoryBroker } from '@exchange/test/kit';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { groupsReply } from '../../test/account-groups.fixture';
import { DeskState } from '../desk/desk-state';
import { sha256 } from '../desk/sha256';
import type { DeskSignal } from '../inbox/desk-turn';
import { GatewayProcesses } from './gateway-processes';
import { OrderSender } from './send-orders';
import { StateOwners } from './state-owners';

const ROUND_MS = 20;
/** An account of a partition that isn't the first one, and one of another. */
const accountIn = (wanted: (partition: number) => boolean): Address => {
  for (let digit = 1; ; digit += 1) {
    const account = address(`0x${digit.toString(16).padStart(40, '0')}`);
    if (wanted(partitionOf(account))) return account;
  }
};
const HERE = accountIn((partition) => partition !== 0);
const THERE = accountIn((partition) => partition !== 0 && partition !== partitionOf(HERE));

describe('orders on their way', () => {
  let clock: FakeClock;
  let broker: MemoryBroker;
  let state: DeskState;
  let sender: OrderSender;
  /** What owners were ordered, in order of arrival. */
  let carriedOut: number[];

  beforeEach(() => {
    clock = new FakeClock();
    broker = new MemoryBroker({ clock });
    state = new DeskState();
    carriedOut = [];
    sender = newSender();
  });

  function newSender(): OrderSender {
    const bus = broker.connect('operator-gateway');
    const owners = new StateOwners(new Requester(bus), 'operator-gateway', new GatewayProcesses(bus, clock));
    const prompts = new Prompts<DeskSignal>();
    prompts.connect((signal, committed) => {
      if (signal.kind === 'answered') write({ ...signal.outcome, order: signal.order });
      committed();
    });
    return new OrderSender({ state, owners, prompts, clock, log: new KeptLog() });
  }

  function write(content: EntryContent): number {
    const entry = chained(state.head, { at: clock.now(), person: 'nora' }, content);
    state.resume(storedEntry(entry, sha256), entry);
    return entry.seq;
  }

  const order = (action: ActionName, content: Json) =>
    write({ kind: 'ordered', action, content, reason: 'asked', approvals: [], proposal: null });
  const freeze = (account: Address) => order('freeze-account', { account });

  const carryOut = ({ data, respond }: IncomingRequest) => {
    const { order: asked } = JSON.parse(Buffer.from(data).toString()) as { order: { seq: number } };
    carriedOut.push(asked.seq);
    respond(operatorCommands.freezeAccount.encodeReply({ ok: true, value: { effects: [] } }));
  };

  /** The group of a partition, which also tells of all groups. */
  async function runGroup(partition: number, answer = carryOut): Promise<Subscription> {
    const bus = broker.connect('account-service');
    await bus.serve(`account.v1.query.${partition}.*.*`, ({ respond }) =>
      respond(groupsReply({ there: [partitionOf(THERE)] })),
    );
    return bus.serve(`account.v1.cmd.${partition}.*.*`, answer);
  }

  async function rounds(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += ROUND_MS) {
      sender.run();
      await clock.advance(ROUND_MS);
    }
  }

  it('reach an owner that is there, though another is away or silent, and that one when it comes', async () => {
    const away = [freeze(HERE), freeze(HERE)];
    const second = freeze(THERE);
    await runGroup(partitionOf(THERE));
    await rounds(1_000);
    expect(carriedOut).toEqual([second]);
    expect(state.business.orders.map(({ seq }) => seq)).toEqual(away);
    // A process that is stopped is asked, and says nothing.
    const silent = await runGroup(partitionOf(HERE), () => undefined);
    const third = freeze(THERE);
    await rounds(1_000);
    expect(carriedOut).toEqual([second, third]);
    await silent.stop();
    await runGroup(partitionOf(HERE));
    await rounds(10_000);
    expect(carriedOut).toEqual([second, third, ...away]);
    expect(state.business.orders).toEqual([]);
  });

  it('wait for nobody’s word while no group is there, and go on in their order after a restart', async () => {
    const orders = [freeze(HERE), order('pause-withdrawals', {}), freeze(HERE)];
    await rounds(1_000);
    sender.onModuleDestroy();
    sender = newSender();
    await rounds(1_000);
    expect(carriedOut).toEqual([]);
    // All are of one group, so the second one waits for the first.
    await runGroup(0);
    await rounds(1_000);
    expect(carriedOut).toEqual([]);
    await runGroup(partitionOf(HERE));
    await rounds(1_000);
    expect(carriedOut).toEqual(orders);
  });

  it('carry the trace of whoever ordered them to their owner', async () => {
    const stop = traceTo(new SimpleSpanProcessor(new InMemorySpanExporter()), { service: 'desk', ratio: 1 });
    const heard: (string | undefined)[] = [];
    await runGroup(partitionOf(HERE), (request) => {
      heard.push(request.trace?.traceId);
      carryOut(request);
    });
    const asked = inNewTrace('http', () => activeTrace());
    state.traces.note(freeze(HERE), asked);
    freeze(HERE);
    await rounds(1_000);
    expect(heard).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), undefined]);
    expect(heard[0]).toBe(asked?.traceId);
    await stop();
  });

  it('fail at once where a process is named that nobody runs, and after three tries where it is silent', async () => {
    const move = () => order('move-market', { market: 'ETHDAI', to: 'second' });
    const gone = move();
    await rounds(1_000);
    expect(state.outcome(gone)).toMatchObject({ kind: 'refused', code: 'UNAVAILABLE' });
    let asked = 0;
    const engine = broker.connect('matching-engine');
    await engine.serve(engineCommands.moveMarket.pattern, () => void (asked += 1));
    const silent = move();
    await rounds(14_000);
    expect(state.outcome(silent)).toBeUndefined();
    await rounds(2_000);
    expect(asked).toBe(3);
    expect(state.outcome(silent)).toMatchObject({
      ...{ kind: 'refused', code: 'UNKNOWN_OUTCOME', message: expect.stringMatching(/done or not/) },
    });
  });
});
