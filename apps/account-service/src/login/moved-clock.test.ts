import { accountCommands } from '@exchange/contract/bus';
import { parseSignature } from '@exchange/core/order';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountWorld, alice, aliceAddress } from '../../test/account-world.fixture';

const LEFT_MS = 5_000;

describe('a login while clocks are set', () => {
  let world: AccountWorld;
  let nonce = 1;
  beforeEach(async () => {
    world = await AccountWorld.open();
  });
  afterEach(() => world.stop());

  const request = async () => {
    nonce += 1;
    const message = `log in ${nonce}`;
    const signature = parseSignature(await alice.signMessage(message));
    if (!signature.ok) throw new Error(signature.message);
    const { clock } = world;
    return {
      origin: { gateway: 'ws-1', connection: 1, command: nonce },
      deadline: clock.now() + LEFT_MS,
      sent: { run: clock.run, at: clock.steady(), leftMs: LEFT_MS },
      ...{ account: aliceAddress, message, nonce, signature: signature.value, byDelegate: false },
    };
  };
  const ask = (sent: Awaited<ReturnType<typeof request>>) =>
    world.askFor(aliceAddress, accountCommands.authenticate, sent, 'ws-1');
  const logIn = async () => ask(await request());

  it('succeeds after each step, forward and back', async () => {
    expect(await logIn()).toMatchObject({ ok: true });
    for (const step of [20_000, -20_000, -20_000, 20_000]) {
      world.clock.step(step);
      expect(await logIn()).toMatchObject({ ok: true });
    }
  });

  it('is refused when it waited longer than its sender, whatever the clock says then', async () => {
    expect(await logIn()).toMatchObject({ ok: true });
    const old = await request();
    await world.clock.advance(LEFT_MS + 1_000);
    world.clock.step(-20_000);
    expect(await ask(old)).toMatchObject({ ok: false, code: 'UNAVAILABLE' });
    expect(await logIn()).toMatchObject({ ok: true });
  });
});
