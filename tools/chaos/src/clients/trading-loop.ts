import { setTimeout as delay } from 'node:timers/promises';
import type { Side } from '@exchange/core/kernel';
import type { Random } from '../../../kit/random';
import type { ChaosClient } from './chaos-client';

/** Of a hundred steps. */
const CANCELS = 15;
const WITHDRAWALS = 2;
/** A few more than are canceled, so that every cancel finds one. */
const RESTING = 17;
/** More than that under way are left out: the exchange is away, and what waits is only more of the same. */
const UNDER_WAY_MAX = 400;

/** Has clients trade at a rate until it is stopped: even ones make, odd ones take; makers cancel and withdraw as well. */
export class TradingLoop {
  readonly #clients: readonly ChaosClient[];
  readonly #rate: number;
  readonly #random: Random;
  #stopped = false;
  #underWay = 0;
  #idle: () => void = () => undefined;
  /** How many steps were left out because too many were under way. */
  leftOut = 0;
  #steps = 0;
  #began = 0;
  #ended = 0;

  constructor(clients: readonly ChaosClient[], rate: number, random: Random) {
    this.#clients = clients;
    this.#rate = rate;
    this.#random = random;
  }

  async run(): Promise<void> {
    const began = performance.now();
    this.#began = began;
    for (let step = 0; !this.#stopped;) {
      const due = began + (step * 1000) / this.#rate;
      if (due > performance.now()) await delay(Math.max(1, due - performance.now()));
      else this.#step(step++);
    }
  }

  /** Sends nothing more; resolves when everything that was sent has an outcome. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#ended = performance.now();
    if (this.#underWay > 0) await new Promise<void>((resolve) => (this.#idle = resolve));
  }

  /** Steps that weren't left out, a second, until it was stopped. */
  get taken(): number {
    return ((this.#steps - this.leftOut) * 1000) / (this.#ended - this.#began);
  }

  #step(number: number): void {
    this.#steps += 1;
    const pair = Math.floor(number / 2) % (this.#clients.length / 2);
    const client = this.#clients[2 * pair + (number % 2)] as ChaosClient;
    const chance = this.#random.between(0, 99);
    const side: Side = this.#random.pick<Side>(['sell', 'buy']);
    if (this.#underWay >= UNDER_WAY_MAX) {
      this.leftOut += 1;
      return;
    }
    if (number % 2 === 1) this.#begin(client.place('taker', side));
    else if (chance < CANCELS) this.#begin(client.cancel());
    else if (chance < CANCELS + WITHDRAWALS) this.#begin(client.withdraw());
    else if (chance < CANCELS + WITHDRAWALS + RESTING) this.#begin(client.place('resting', side));
    else this.#begin(client.place('maker', side));
  }

  #begin(task: Promise<void>): void {
    this.#underWay += 1;
    void task.finally(() => {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#idle();
    });
  }
}
