import { seededRandom } from '@exchange/test/kit';
import type { OrderView } from '@exchange/core/wire';
import { describe, expect, it } from '@jest/globals';
import { OwnOrders } from './own-orders';

/** An exchange with orders of one account, and a line that brings what happens, while it is there. */
class World {
  readonly orders = new Map<number, OrderView>();
  readonly told: OrderView[] = [];
  isUp = false;
  readonly own = new OwnOrders(
    async (id) => {
      const { lines } = this;
      await Promise.resolve();
      if (lines !== this.lines) throw new Error('lost');
      return this.orders.get(id);
    },
    (order) => this.told.push(order),
  );
  private lines = 0;
  private now = 0;

  place(): number {
    return this.set({ id: this.orders.size + 1, active: true } as OrderView);
  }

  end(id: number): number {
    return this.set({ id, active: false } as OrderView);
  }

  cut(): void {
    this.isUp = false;
    this.lines += 1;
    this.own.lost();
  }

  /** `meanwhile` happens between the snapshot and the end of catching up. */
  async restore(meanwhile: () => void = () => undefined): Promise<void> {
    this.isUp = true;
    this.own.takeSnapshot([...this.orders.values()].filter(({ active }) => active));
    meanwhile();
    if (this.isUp) await this.own.catchUp();
  }

  get openIds(): number[] {
    return [...this.orders.values()].filter(({ active }) => active).map(({ id }) => id);
  }

  /** Its id. The line shows it while it is there. */
  private set(order: OrderView): number {
    this.now += 1;
    const shown = { ...order, lastActive: this.now };
    this.orders.set(order.id, shown);
    if (this.isUp) this.own.take(shown);
    return order.id;
  }
}

const told = ({ told }: World) => told.map(({ id, active }) => `${id} ${active ? 'open' : 'ended'}`);

describe('the account’s own orders', () => {
  it('are told with their end when they were heard of while catching up on a line that was lost', async () => {
    const world = new World();
    await world.restore();
    world.cut();
    // Its answer comes on the new line, which is lost before that has caught up.
    await world.restore(() => {
      world.place();
      world.cut();
    });
    world.end(1);
    await world.restore();
    expect(told(world)).toEqual(['1 ended']);
  });

  it('are told with their end when a snapshot showed them that was lost before it was told', async () => {
    const world = new World();
    world.place();
    await world.restore(() => world.cut());
    world.end(1);
    await world.restore();
    expect(told(world)).toEqual(['1 ended']);
  });

  it('are told with one end each, the last, whatever is cut when', async () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const random = seededRandom(`own orders ${seed}`);
      const world = new World();
      const heard = new Set<number>();
      const happen = () => {
        const isNew = random.chance(0.5) || world.openIds.length === 0;
        const id = isNew ? world.place() : world.end(random.pick(world.openIds));
        if (world.isUp) heard.add(id);
      };
      await world.restore();
      for (let step = 0; step < 200; step += 1) {
        if (random.chance(0.7)) happen();
        else if (world.isUp) world.cut();
        else {
          const meanwhile = () => {
            for (const id of world.openIds) heard.add(id);
            if (random.chance(0.5)) happen();
            if (random.chance(0.5)) world.cut();
          };
          const caught = world.restore(meanwhile).catch(() => undefined);
          if (random.chance(0.3) && world.isUp) world.cut();
          await caught;
        }
      }
      world.cut();
      await world.restore();
      const ends = world.told.filter(({ active }) => !active).map(({ id }) => id);
      expect(new Set(ends).size).toBe(ends.length);
      const shouldEnd = [...world.orders.values()].filter(({ id, active }) => !active && heard.has(id));
      expect(shouldEnd.map(({ id }) => id).filter((id) => !ends.includes(id))).toEqual([]);
    }
  });
});
