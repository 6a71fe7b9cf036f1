import { accountCommands } from '@exchange/contract/bus';
import { address } from '@exchange/core/kernel';
import { parseSignature } from '@exchange/core/order';
import { TICK } from '../inbox/signal/account-signal';
import { AccountWorld, alice, aliceAddress, ETH, ONE } from '../../test/account-world.fixture';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

let nonce = 5_000;

/** One connection of Alice at a gateway. */
class Connection {
  private constructor(
    private readonly world: AccountWorld,
    readonly gateway: string,
    readonly id: number,
    readonly grant: string,
  ) {}

  static async open(world: AccountWorld, gateway: string, id: number): Promise<Connection> {
    nonce += 1;
    const message = `log in ${nonce}`;
    const signature = parseSignature(await alice.signMessage(message));
    if (!signature.ok) throw new Error(signature.message);
    const account = address(alice.address);
    const origin = { gateway, connection: id, command: 1 };
    const login = await world.askFor(
      account,
      accountCommands.authenticate,
      {
        origin,
        deadline: world.deadline,
        account,
        message,
        nonce,
        signature: signature.value,
        byDelegate: false,
      },
      gateway,
    );
    if (!login.ok) throw new Error(login.message);
    return new Connection(world, gateway, id, login.value.grant);
  }

  get authority() {
    const origin = { gateway: this.gateway, connection: this.id, command: 2 };
    return { grant: this.grant, origin, deadline: this.world.deadline };
  }

  set(seconds: number) {
    const { world, gateway, authority } = this;
    return world.askFor(aliceAddress, accountCommands.cancelOnDisconnect, { ...authority, seconds }, gateway);
  }

  async place(): Promise<number> {
    nonce += 1;
    const order = await this.world.orderRequest(alice, this.grant, this.world.sell(nonce));
    const placed = await this.world.askFor(
      aliceAddress,
      accountCommands.placeOrder,
      { ...order, ...this.authority },
      this.gateway,
    );
    if (!placed.ok) throw new Error(placed.message);
    return placed.value.orderId;
  }

  live(silentMs = 0) {
    return this.world.askFor(
      aliceAddress,
      accountCommands.signsOfLife,
      { connections: [{ account: aliceAddress, connection: this.id, silentMs }] },
      this.gateway,
    );
  }
}

describe('cancelOnDisconnect', () => {
  let world: AccountWorld;
  let first: Connection;
  beforeEach(async () => {
    world = await AccountWorld.open();
    await world.deposit(aliceAddress, ETH, 20n * ONE);
    first = await Connection.open(world, 'ws-1', 1);
  });
  afterEach(() => world.stop());

  /** Seconds pass; those who live say so in each. */
  const pass = async (seconds: number, living: readonly Connection[] = []) => {
    for (let second = 0; second < seconds; second += 1) {
      await world.clock.advance(1_000);
      for (const one of living) await one.live();
      world.submit(TICK);
      await world.quiet();
    }
  };
  const canceled = () =>
    world.sentToMarket().flatMap((input) => (input.kind === 'cancel' ? [[input.orderId, input.reason]] : []));

  it('cancels what was placed through a lost connection, and nothing else', async () => {
    const other = await Connection.open(world, 'ws-1', 2);
    const before = await first.place();
    await first.set(10);
    const after = await first.place();
    await other.place();
    await pass(30, [first]);
    expect(canceled()).toEqual([]);
    await pass(11);
    expect(canceled()).toEqual([]);
    await pass(1);
    expect(canceled()).toEqual([
      [before, 'disconnected'],
      [after, 'disconnected'],
    ]);
  });

  it('is never early and at most 3 s late', async () => {
    await first.set(5);
    await first.place();
    await world.clock.advance(1_500);
    await first.live(400);
    const heard = world.clock.now() - 400;
    while (canceled().length === 0) await pass(1);
    expect(world.clock.now() - heard).toBeGreaterThanOrEqual(5_000);
    expect(world.clock.now() - heard).toBeLessThanOrEqual(8_000);
  });

  it('survives a restart of account-service and the death of the gateway', async () => {
    await first.set(60);
    const order = await first.place();
    await pass(50, [first]);
    await world.restart();
    await pass(61);
    expect(canceled()).toEqual([]);
    await pass(1);
    expect(canceled()).toEqual([[order, 'disconnected']]);
  });

  it('does nothing when a new connection of the account sets it again, which then watches over those orders', async () => {
    await first.set(10);
    const order = await first.place();
    await pass(4, [first]);
    // The first gateway dies; the client comes back to another one.
    await pass(2);
    const second = await Connection.open(world, 'ws-2', 7);
    await second.set(20);
    await pass(60, [second]);
    expect(canceled()).toEqual([]);
    await world.restart();
    await pass(30);
    expect(canceled()).toEqual([[order, 'disconnected']]);
  });

  it('acts for one of two connections that both set it', async () => {
    const second = await Connection.open(world, 'ws-2', 7);
    await first.set(10);
    await second.set(10);
    const mine = await first.place();
    await second.place();
    await pass(20, [first, second]);
    await pass(20, [second]);
    expect(canceled()).toEqual([[mine, 'disconnected']]);
  });

  it('is taken away by 0 seconds', async () => {
    await first.set(10);
    await first.place();
    await first.set(0);
    await pass(30);
    expect(canceled()).toEqual([]);
  });

  it.each([1, 4, 601])('refuses %i seconds', async (seconds) => {
    expect(await first.set(seconds)).toMatchObject({ code: 'INVALID_FIELD' });
  });

  it('is armed again by a connection that was only cut off', async () => {
    await first.set(5);
    await first.place();
    await pass(10);
    expect(canceled()).toHaveLength(1);
    await pass(1, [first]);
    const later = await first.place();
    await pass(10);
    expect(canceled().at(-1)).toEqual([later, 'disconnected']);
  });

  it('counts no time during which account-service itself was held up', async () => {
    await first.set(10);
    await first.place();
    await pass(2, [first]);
    await world.clock.advance(60_000);
    await pass(5, [first]);
    expect(canceled()).toEqual([]);
  });
});
