import type { ReadPacket } from '@exchange/test/seed-client';
import { inSection } from '../../case';
import { holds, is } from '../../expectations';
import { orderObject } from '../../order-object';
import type { World } from '../../world';

const commands = inSection('Websocket commands');

/** Sends commands in one frame and returns the first packet of each. */
async function together({ alice }: World, sent: readonly { c: string }[]): Promise<ReadPacket[]> {
  const rids = await alice.connection.send(...sent);
  const first = (rid: number) => alice.connection.packets.find((packet) => packet.rid === rid);
  await alice.connection.until('all answers', () => rids.every((rid) => first(rid) !== undefined));
  return rids.flatMap((rid) => first(rid) ?? []);
}

async function threeOrders({ alice, wish }: World): Promise<number[]> {
  const ids: number[] = [];
  for (const percent of [40, 41, 42]) ids.push((await alice.place(wish('buy', 1, percent))).id);
  return ids;
}

async function nothingIsOpen({ alice }: World): Promise<void> {
  const { message } = await alice.call({ c: 'getActiveOrderSnapshot' }, 'os');
  is(message, [], 'open orders');
}

/** An order that ended canceled, or that nothing was open. */
const isOutcome = ({ event, message }: ReadPacket): boolean =>
  event === 'o' ? orderObject(message).canceled : event === 'm' && message === 'no open orders';

export const bulkCancelCases = [
  commands('cancelOrders beside a cancelOrder in one frame is answered by its own outcome', async (world) => {
    for (let times = 0; times < 3; times += 1) {
      const ids = await threeOrders(world);
      const [, all] = await together(world, [{ c: 'cancelOrder', ...{ id: ids[0] } }, { c: 'cancelOrders' }]);
      is(all?.event, 'o', 'event of the answer');
      const { id, canceled } = orderObject(all?.message);
      is([ids.includes(id), canceled], [true, true], 'one of its orders, CANCELED');
      for (const one of ids) await world.alice.untilOrder('over', one, ({ active }) => !active);
      await nothingIsOpen(world);
    }
  }),
  commands('cancelOrders twice in one frame does nothing twice', async (world) => {
    const ids = await threeOrders(world);
    const [first, second] = await together(world, [{ c: 'cancelOrders' }, { c: 'cancelOrders' }]);
    is(first?.event, 'o', 'event of the first answer');
    holds(second !== undefined && isOutcome(second), `outcome of the second: ${second?.event}`);
    for (const id of ids) await world.alice.untilOrder('over', id, ({ active }) => !active);
    for (const id of ids) {
      const ends = world.alice.connection.packets.filter(({ event, message }) => {
        return event === 'o' && (message as [number])[0] === id && orderObject(message).canceled;
      });
      const told = ends.map(({ message }) => JSON.stringify(message));
      is(new Set(told).size, 1, `ways in which the end of order ${id} was told`);
    }
    const { message } = await world.alice.call({ c: 'cancelOrders' }, 'm');
    is(message, 'no open orders', 'once more');
  }),
  commands('cancelOrders of two connections at once is refused on neither', async (world) => {
    const other = await world.again(world.alice);
    await other.login();
    for (let times = 0; times < 3; times += 1) {
      await threeOrders(world);
      const answers = await Promise.all([world.alice, other].map((one) => one.answer({ c: 'cancelOrders' })));
      holds(
        answers.every(isOutcome),
        `an orderStatus or "no open orders": ${answers.map(({ message }) => JSON.stringify(message)).join(' ')}`,
      );
      await nothingIsOpen(world);
    }
    other.connection.close();
  }),
  commands('cancelOrder takes id and cid of one order, and refuses those of two', async (world) => {
    const { alice, wish } = world;
    const [one, two] = [
      await alice.place(wish('buy', 1, 40, { fields: { cid: 61 } })),
      await alice.place(wish('buy', 1, 41, { fields: { cid: 62 } })),
    ];
    await alice.refusal({ c: 'cancelOrder', id: one.id, cid: 62 });
    const { message } = await alice.call({ c: 'cancelOrder', id: one.id, cid: 61 }, 'o');
    is([orderObject(message).id, orderObject(message).canceled], [one.id, true], 'ID, CANCELED');
    is((await alice.call({ c: 'cancelOrder', id: two.id }, 'o')).event, 'o', 'the other one is still open');
  }),
];
