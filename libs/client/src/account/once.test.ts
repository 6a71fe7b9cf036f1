import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '@exchange/test/kit';
import { Once, PAGE_SIZE } from './once';

interface Item {
  readonly id: number;
  readonly version: number;
  readonly isOpen: boolean;
}

/** An exchange's history, and a line that brings what happens, while it is there. */
class World {
  readonly items = new Map<number, Item>();
  readonly told: Item[] = [];
  pages = 0;
  isUp = true;
  readonly once = new Once<Item>(
    {
      key: ({ id }) => String(id),
      time: ({ id }) => Math.floor(id / 3),
      id: ({ id }) => id,
      version: ({ version }) => version,
      state: () => '',
      isOpen: ({ isOpen }) => isOpen,
      page: async (before = Infinity) => {
        await Promise.resolve();
        if (!this.isUp) throw new Error('lost');
        this.pages += 1;
        const newest = [...this.items.values()].filter(({ id }) => id < before).reverse();
        return newest.slice(0, PAGE_SIZE);
      },
    },
    (item) => this.told.push(item),
  );
  private nextId = 1;

  happen(isOpen = false): void {
    this.set({ id: this.nextId++, version: 1, isOpen });
  }

  close(id: number): void {
    this.set({ id, version: 2, isOpen: false });
  }

  cut(): void {
    this.isUp = false;
    this.once.lost();
  }

  /** What is still open is shown at the login, as pending entries are. */
  async restore(): Promise<void> {
    this.isUp = true;
    await this.once.catchUp([...this.items.values()].filter(({ isOpen }) => isOpen));
  }

  get openIds(): number[] {
    return [...this.items.values()].filter(({ isOpen }) => isOpen).map(({ id }) => id);
  }

  private set(item: Item): void {
    this.items.set(item.id, item);
    if (this.isUp) this.once.take(item);
  }
}

const ids = (items: readonly Item[]) => items.map(({ id }) => id);

describe('what is told once', () => {
  it('is nothing from before the first login, and everything since', async () => {
    const world = new World();
    world.isUp = false;
    for (let n = 0; n < 5; n += 1) world.happen();
    const caught = world.restore();
    world.happen();
    await caught;
    world.happen();
    expect(ids(world.told)).toEqual([6, 7]);
  });

  it('is what came since the first login, also when the line is lost before the history is read', async () => {
    const world = new World();
    world.isUp = false;
    world.happen();
    world.isUp = true;
    world.happen();
    world.cut();
    await world.restore();
    world.happen();
    expect(ids(world.told)).toEqual([2, 3]);
  });

  it('is what happened since the first login on a line that was lost before the history was read, and nothing older', async () => {
    const world = new World();
    world.isUp = false;
    for (let n = 0; n < 5; n += 1) world.happen();
    // Of the time of the fifth.
    world.once.forget(1);
    world.cut();
    for (let n = 0; n < 120; n += 1) world.happen();
    await world.restore();
    expect(ids(world.told)).toEqual(Array.from({ length: 120 }, (_, index) => index + 6));
  });

  it('is what was missed, over several pages, before what came since', async () => {
    const world = new World();
    await world.restore();
    world.happen();
    world.cut();
    for (let n = 0; n < 130; n += 1) world.happen();
    const caught = world.restore();
    world.happen();
    await caught;
    expect(ids(world.told)).toEqual(Array.from({ length: 132 }, (_, index) => index + 1));
    const { pages } = world;
    world.cut();
    await world.restore();
    expect([world.told.length, world.pages - pages]).toEqual([132, 1]);
  });

  it('is each state of what was open, however long ago it began', async () => {
    const world = new World();
    await world.restore();
    world.happen(true);
    for (let n = 0; n < 120; n += 1) world.happen();
    world.cut();
    world.close(1);
    await world.restore();
    expect(world.told.at(-1)).toEqual({ id: 1, version: 2, isOpen: false });
    expect(world.told).toHaveLength(122);
  });

  it('is the same whatever is cut when, also while it catches up', async () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const random = seededRandom(`once ${seed}`);
      const world = new World();
      await world.restore();
      for (let step = 0; step < 200; step += 1) {
        const what = random.integer(0, 9);
        if (what < 5) world.happen(random.chance(0.3));
        else if (what < 7 && world.openIds.length > 0) world.close(random.pick(world.openIds));
        else if (world.isUp) world.cut();
        else {
          const caught = world.restore().catch(() => undefined);
          if (random.chance(0.3)) world.cut();
          await caught;
        }
      }
      world.cut();
      await world.restore();
      const told = world.told.map(({ id, version }) => `${id}.${version}`);
      expect(new Set(told).size).toBe(told.length);
      const last = new Map(world.told.map((item) => [item.id, item]));
      expect([...last].sort(([a], [b]) => a - b)).toEqual([...world.items].sort(([a], [b]) => a - b));
    }
  });
});
