import type { OrderView } from '@exchange/core/wire';
import type { ClientOrders, Intent, OrderPorts } from './client-orders';
import type { Quote } from './requote';
import type { TrackedOrder } from './tracked-order';

/** Orders of the account by the caller's names: each is placed once, over lost answers, lines and restarts. */
export type OrdersByName = Pick<
  ClientOrders,
  'place' | 'resume' | 'get' | 'forget' | 'requote' | 'cancel' | 'take'
>;

/** {@link ClientOrders}, whose code is loaded for the first order: what only looks at markets does without. */
export class OrdersOnDemand implements OrdersByName {
  #loading: Promise<ClientOrders> | undefined;
  #orders: ClientOrders | undefined;

  constructor(private readonly ports: OrderPorts) {}

  async place(intent: Intent): Promise<TrackedOrder> {
    return (await this.#loaded()).place(intent);
  }

  async resume(): Promise<readonly TrackedOrder[]> {
    return (await this.#loaded()).resume();
  }

  get(id: string): TrackedOrder | undefined {
    return this.#orders?.get(id);
  }

  async forget(id: string): Promise<void> {
    return (await this.#loaded()).forget(id);
  }

  async requote(id: string, quote: Quote): Promise<TrackedOrder> {
    return (await this.#loaded()).requote(id, quote);
  }

  async cancel(id: string): Promise<TrackedOrder> {
    return (await this.#loaded()).cancel(id);
  }

  take(order: OrderView): void {
    this.#orders?.take(order);
  }

  #loaded(): Promise<ClientOrders> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      // A page that was offline for a moment may try again.
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  async #load(): Promise<ClientOrders> {
    const { ClientOrders: Loaded } = await import('./client-orders');
    this.#orders = new Loaded(this.ports);
    return this.#orders;
  }
}
