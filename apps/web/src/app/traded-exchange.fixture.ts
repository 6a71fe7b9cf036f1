import { present, reject } from '@exchange/core/kernel';
import { EXPIRY_MARGIN_SECONDS } from '@exchange/core/order';
import {
  type Command,
  type CommandOf,
  delegateArray,
  type DelegateView,
  errorPacket,
  historicalOrdersPacket,
  orderArray,
  type OrderTermsObject,
  type OrderView,
  type Packet,
  packet,
} from '@exchange/core/wire';
import { TinyExchange } from '@exchange/test/kit';

const NOBODY = `0x${'00'.repeat(20)}`;
const HASH = `0x${'33'.repeat(32)}`;
const BOOK = [
  [1, '199', '1000000000000000000', 1],
  [0, '201', '2000000000000000000', 1],
];

/** An exchange of one account that takes whatever it sends: orders, edits, cancels and keys, and remembers them. */
export class TradedExchange {
  readonly orders = new Map<number, OrderView>();
  readonly edits: CommandOf<'editOrder'>[] = [];
  /** While there is one, every order is refused with it. */
  refusal: Parameters<typeof reject>[0] | undefined;
  private readonly placed = new Map<number, CommandOf<'placeOrder'>>();
  private readonly delegates = new Map<string, DelegateView>();

  /** An exchange that takes every signature as that of this account. */
  static async listen(config: object, account: string): Promise<TradedExchange> {
    const self: { exchange?: TradedExchange } = {};
    const wire = await TinyExchange.listen(
      (command, rid) => self.exchange?.answer(command, rid) ?? [],
      config,
    );
    return (self.exchange = new TradedExchange(wire, account));
  }

  private constructor(
    readonly wire: TinyExchange,
    private readonly account: string,
  ) {}

  /** The orders that it took, as they were sent. */
  get placements(): readonly CommandOf<'placeOrder'>[] {
    return [...this.placed.values()];
  }

  /** The chain has made its keys delegates: from now on they may sign. */
  acceptKeys(): void {
    for (const known of this.delegates.values()) {
      const accepted = { ...known, active: true, accepted: true };
      this.delegates.set(known.delegate, accepted);
      this.wire.push(packet(0, 'delegateStatus', delegateArray(accepted)));
    }
  }

  private answer(command: Command, rid: number): readonly Packet[] {
    switch (command.c) {
      case 'authenticate':
      case 'authenticateWithSession':
        return this.loggedIn(rid);
      case 'ping':
        return [packet(0, 'pingPong', 'pong', rid)];
      case 'logoff':
        return [packet(0, 'auth', ['loggedOff', this.account, null, NOBODY], rid)];
      case 'getDelegateSnapshot':
        return [packet(0, 'delegateSnapshot', [...this.delegates.values()].map(delegateArray), rid)];
      case 'announceDelegate':
        return this.announced(command, rid);
      case 'subscribe':
        return command.events.some((event) => event.startsWith('book'))
          ? [packet('ETHDAI', 'orderBookSnapshot', BOOK, rid)]
          : [packet(0, 'message', 'subscribed', rid)];
      case 'unSubscribe':
        return [packet(0, 'message', 'unsubscribed', rid)];
      case 'cancelOnDisconnect':
        return [packet(0, 'cancelOnDisconnect', [command.seconds], rid)];
      default:
        return this.traded(command, rid);
    }
  }

  private traded(command: Command, rid: number): readonly Packet[] {
    switch (command.c) {
      case 'getActiveOrderSnapshot': {
        const open = [...this.orders.values()].filter(({ active }) => active);
        return [packet(0, 'activeOrderSnapshot', open.map(orderArray), rid)];
      }
      case 'getHistoricalOrders':
        return [historicalOrdersPacket([...this.orders.values()].reverse(), {}, rid)];
      case 'getUserFills':
        return [packet(0, 'userFills', { fills: [] }, rid)];
      case 'getOrderTerms':
        return [packet(0, 'orderTerms', this.termsOf(command.id ?? 0), rid)];
      case 'placeOrder': {
        if (this.refusal !== undefined) return [errorPacket(reject(this.refusal, 'because of that'), rid)];
        const id = this.orders.size + 1;
        this.placed.set(id, command);
        return this.shown(placedOrder(command, id), rid);
      }
      case 'editOrder': {
        this.edits.push(command);
        const { id = 0, sellBookAmount, buyBookAmount, hidden } = command;
        const order = this.orderOf(id);
        const { sellBook, buyBook } = order;
        const book = { sellBook: sellBookAmount ?? sellBook, buyBook: buyBookAmount ?? buyBook };
        return this.shown({ ...order, ...book, hidden: hidden ?? order.hidden }, rid);
      }
      case 'cancelOrder': {
        const end = { active: false, canceled: true, info: 'canceled by its owner' };
        return this.shown({ ...this.orderOf(command.id ?? 0), ...end }, rid);
      }
      default:
        return [];
    }
  }

  private loggedIn(rid: number): readonly Packet[] {
    return [
      packet(0, 'auth', ['authenticated', this.account, `s${rid}`, NOBODY], rid),
      packet(0, 'balanceSnapshot', [
        ['ETH', '5000000000000000000', '5000000000000000000', '0'],
        ['DAI', '1000000000', '1000000000', '0'],
      ]),
      packet(0, 'pendingLedgerEntrySnapshot', []),
      packet(0, 'feeTier', [1.5, 0, 0.0025]),
    ];
  }

  private announced({ address, label }: CommandOf<'announceDelegate'>, rid: number): readonly Packet[] {
    const stand = { active: false, accepted: false, removalSignature: {}, isTradingLogin: false };
    const delegate: DelegateView = { delegate: address, label: label ?? '', ...stand };
    this.delegates.set(address, delegate);
    return [packet(0, 'delegateStatus', delegateArray(delegate), rid)];
  }

  private orderOf(id: number): OrderView {
    return present(this.orders.get(id), `order ${id}`);
  }

  private shown(order: OrderView, rid: number): readonly Packet[] {
    this.orders.set(order.id, order);
    return [packet(0, 'orderStatus', orderArray(order), rid)];
  }

  private termsOf(id: number): OrderTermsObject {
    const { cid = 0, ...command } = present(this.placed.get(id), `order ${id}`);
    const { sellToken, sellAmount, buyToken, buyAmount, expiry, nonce, rebateToken = 'sell' } = command;
    const { market, hidden, hash } = this.orderOf(id);
    return {
      ...{ id, cid, hash, market, digest: HASH, packedHash: HASH, signer: this.account, hidden, rebateToken },
      signatureFormat: command.signatureFormat,
      terms: { sellToken, sellAmount, buyToken, buyAmount, expiry, nonce },
      timeInForce: expiry - EXPIRY_MARGIN_SECONDS,
      postOnly: command.postOnly === true,
      immediateOrCancel: command.immediateOrCancel === true,
      fillOrKill: command.fillOrKill === true,
    } as OrderTermsObject;
  }
}

function placedOrder(command: CommandOf<'placeOrder'>, id: number): OrderView {
  const buys = command.buyToken === NOBODY;
  const { sellAmount, buyAmount } = command;
  return {
    ...{ id, cid: command.cid ?? 0, hash: HASH, market: command.market, active: true, canceled: false },
    ...{ sellToken: buys ? 'DAI' : 'ETH', buyToken: buys ? 'ETH' : 'DAI', sellAmount, buyAmount },
    ...{ sellRemaining: sellAmount, buyRemaining: buyAmount, bookRate: '200' },
    ...{ sellBook: command.sellBookAmount ?? sellAmount, buyBook: command.buyBookAmount ?? buyAmount },
    ...{ stopRate: command.stopRate ?? null, peggedCurrency: command.peggedTo ?? null },
    ...{ peggedRate: command.peggedRate ?? null, hidden: command.hidden ?? false, trades: [], info: '' },
    ...{ nonce: command.nonce, timestamp: Date.now(), lastActive: Date.now() },
  } as OrderView;
}
