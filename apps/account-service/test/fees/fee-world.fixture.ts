import { accountCommands, ledgerSettle } from '@exchange/contract/bus';
import { address, amount, present, rateKey, tradeId, ZERO_AMOUNT } from '@exchange/core/kernel';
import type { LedgerPolicy } from '@exchange/core/ledger';
import type { MarketInput, SettleLeg } from '@exchange/core/message';
import type { Wallet } from 'ethers';
import { AccountWorld, alice, bob, DAI, ETH, ONE } from '../account-world.fixture';
import type { AccountGroup } from '../../src/groups/account-group';
import { TICK } from '../../src/inbox/signal/account-signal';

type Placed = Extract<MarketInput, { kind: 'place' }>;

/** ETHDAI at 200 with an engine and a contract that do what the test says. */
export class FeeWorld {
  private trades = 0;
  private nonce = 0;

  private constructor(readonly world: AccountWorld) {}

  /** `groups`: all accounts are of one group without them. */
  static async open(policy?: LedgerPolicy, groups?: readonly AccountGroup[]): Promise<FeeWorld> {
    const world = await AccountWorld.open(policy, groups);
    for (const key of [alice, bob]) {
      await world.deposit(address(key.address), ETH, 10_000n * ONE);
      await world.deposit(address(key.address), DAI, 10_000_000n * ONE);
    }
    return new FeeWorld(world);
  }

  /** An order over so many whole ETH at 200; its rebate, if any, in the token that it buys or sells. */
  async place(key: Wallet, side: 'buy' | 'sell', ether: bigint, rebateToken: 'buy' | 'sell' = 'sell') {
    const { world } = this;
    this.nonce += 1;
    const [eth, dai] = [amount(ether * ONE), amount(200n * ether * ONE)];
    const terms = {
      ...world.sell(this.nonce),
      ...(side === 'sell'
        ? { sellToken: ETH, sellAmount: eth, buyToken: DAI, buyAmount: dai }
        : { sellToken: DAI, sellAmount: dai, buyToken: ETH, buyAmount: eth }),
    };
    const request = await world.orderRequest(key, await world.grantOf(key), terms);
    const account = address(key.address);
    const placed = await world.askFor(account, accountCommands.placeOrder, { ...request, rebateToken });
    if (!placed.ok) throw new Error(placed.message);
    await world.quiet();
    return present(
      world
        .sentToMarket()
        .find((input): input is Placed => input.kind === 'place' && input.orderId === placed.value.orderId),
      'order at the book',
    );
  }

  /** Alice's order over so many ETH rests, bob takes all of it. Both legs, the maker's first. */
  async trade(side: 'buy' | 'sell', ether: bigint, rebateToken: 'buy' | 'sell' = 'sell') {
    const { world } = this;
    const maker = await this.place(alice, side, ether, rebateToken);
    const taker = await this.place(bob, side === 'sell' ? 'buy' : 'sell', ether);
    this.trades += 1;
    const id = tradeId(2 ** 40 + this.trades);
    const fill = ({ orderId, account, fees }: Placed) => ({
      ...{ orderId, account, fees, sellBook: ZERO_AMOUNT, buyBook: ZERO_AMOUNT },
    });
    await world.report([
      {
        ...{ kind: 'trade', tradeId: id, time: world.clock.now(), rateKey: rateKey(560_000) },
        ...{ takerSide: taker.side, traded: amount(ether * ONE), quote: amount(200n * ether * ONE) },
        ...{ maker: fill(maker), taker: fill(taker) },
      },
      ...[maker, taker].map(({ orderId, account }) => ({
        ...{ kind: 'done' as const, orderId, account, reason: 'filled' as const },
      })),
    ]);
    const legs = world.broker
      .stream('LEDGER')
      .filter(({ subject }) => subject.startsWith('ledger.v1.settle'))
      .flatMap(({ data }) => ledgerSettle.decode(data).legs)
      .filter((leg) => leg.tradeId === id);
    const ofRole = (role: string) =>
      present(
        legs.find((leg) => leg.role === role),
        role,
      );
    return { maker: ofRole('maker'), taker: ofRole('taker') };
  }

  /** The contract settles a trade, finally. */
  async settle({ maker, taker }: { maker: SettleLeg; taker: SettleLeg }): Promise<void> {
    await this.world.mine([
      {
        ...{ kind: 'trade_settled', tradeId: maker.tradeId, maker: maker.account, taker: taker.account },
        ...{ makerOrder: maker.orderHash, takerOrder: taker.orderHash },
        ...{ makerAmount: maker.sold, takerAmount: taker.sold, makerFee: maker.fee, takerFee: taker.fee },
        ...{ makerRebate: maker.rebate, rebateInBoughtToken: maker.rebateToken === 'buy' },
        makerToken: maker.order.terms.sellToken,
        takerToken: taker.order.terms.sellToken,
      },
    ]);
  }

  async tick(): Promise<void> {
    this.world.submit(TICK);
    await this.world.quiet();
  }

  /** So much later, without the work of every second between. */
  async later(milliseconds: number): Promise<void> {
    await this.world.stop();
    await this.world.clock.advance(milliseconds);
    await this.world.start();
  }

  /** market-data says what a DAI is worth. */
  async rate(currency: string, rate: string | null): Promise<void> {
    const { world } = this;
    const at = world.clock.now();
    world.submit({ kind: 'rate_heard', rate: { pair: `DAI${currency}`, token: 'DAI', currency, rate, at } });
    await world.quiet();
  }

  async gasPrice(wei: bigint): Promise<void> {
    this.world.submit({ kind: 'gas_price_heard', gasPrice: wei });
    await this.world.quiet();
  }
}
