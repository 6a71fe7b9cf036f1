import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ZERO_ADDRESS } from '@exchange/core/kernel';
import {
  authMessage,
  type Command,
  type CommandOf,
  orderArray,
  type OrderView,
  packet,
  type Packet,
  userTradeArray,
} from '@exchange/core/wire';
import { startedProgram, TinyExchange } from '@exchange/test/kit';
import { Wallet } from 'ethers';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
const wallet = new Wallet(`0x${'46'.repeat(32)}`);

let folder: string;
let exchange: TinyExchange | undefined;

beforeAll(() => {
  // Within the workspace, where the package ws is found.
  mkdirSync(path.join(root, 'dist'), { recursive: true });
  folder = mkdtempSync(path.join(root, 'dist/examples-under-test-'));
});
afterEach(() => exchange?.close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The one that docs/interface shows. */
const BOOK = [
  ...[7041, 3_241_039_094],
  [
    [1, '300', '1000000000000000000', 1],
    [0, '301.5', '2500000000000000000', 2],
  ],
];

/** Runs a program to its end, with our sources where it imports the package. */
async function finished(
  source: string,
  settings: NodeJS.ProcessEnv,
): Promise<readonly [number | null, string]> {
  const program = path.join(folder, 'program.mjs');
  execFileSync(
    path.join(root, 'node_modules/esbuild/bin/esbuild'),
    [
      ...[source, '--bundle', '--platform=node', '--format=esm', `--outfile=${program}`, '--log-level=error'],
      ...['--external:ws', '--tsconfig=tsconfig.base.json'],
      `--alias:@exchange/client/file-store=${path.join(root, 'libs/client/src/store/file-store.ts')}`,
      `--alias:@exchange/client=${path.join(root, 'libs/client/src/core.ts')}`,
    ],
    { cwd: root },
  );
  const own = { PRIVATE_KEY: wallet.privateKey, EXCHANGE_WS: exchange?.url };
  const running = startedProgram(
    process.execPath,
    [program],
    { ...process.env, ...own, ...settings },
    folder,
  );
  return [await running.ended, running.output()];
}

/** Logs everybody in, and rests, edits and cancels orders as they are asked to. `placed`: after each order. */
class Orders {
  readonly commands: Command[] = [];
  private readonly views = new Map<number, OrderView>();

  constructor(private readonly placed: (count: number) => void = () => undefined) {}

  answer(command: Command, rid: number): readonly Packet[] {
    this.commands.push(command);
    switch (command.c) {
      case 'authenticate': {
        const auth = {
          status: 'authenticated',
          address: wallet.address.toLowerCase(),
          session: 'a',
        } as const;
        return [packet(0, 'auth', authMessage({ ...auth, delegate: ZERO_ADDRESS }), rid)];
      }
      case 'cancelOnDisconnect':
        return [packet(0, 'cancelOnDisconnect', [command.seconds], rid)];
      case 'subscribe':
        return [packet('ETHDAI', 'sequencedBookSnapshot', BOOK, rid)];
      case 'placeOrder': {
        const view = viewOf(command, this.views.size + 1);
        this.views.set(view.id, view);
        this.placed(view.id);
        return this.shown(view, rid);
      }
      case 'editOrder': {
        const { sellBookAmount: sellBook = '0', buyBookAmount: buyBook = '0' } = command;
        return this.shown({ ...this.of(command), sellBook, buyBook }, rid);
      }
      case 'cancelOrder':
        return this.shown({ ...this.of(command), active: false, canceled: true }, rid);
      default:
        return [];
    }
  }

  private of({ id, cid }: CommandOf<'editOrder'> | CommandOf<'cancelOrder'>): OrderView {
    const view = [...this.views.values()].find((one) => one.id === id || one.cid === cid);
    if (view === undefined) throw new Error(`no order ${id} ${cid}`);
    return view;
  }

  private shown(view: OrderView, rid: number): readonly Packet[] {
    this.views.set(view.id, view);
    return [packet(0, 'orderStatus', orderArray(view), rid)];
  }

  sent<N extends Command['c']>(name: N): CommandOf<N>[] {
    return this.commands.filter((command) => command.c === name) as CommandOf<N>[];
  }
}

const viewOf = (command: CommandOf<'placeOrder'>, id: number): OrderView => ({
  ...{ id, cid: command.cid ?? 0, hash: `0x${'b2'.repeat(32)}` as OrderView['hash'], market: command.market },
  ...{ active: true, canceled: false, sellToken: 'ETH', buyToken: 'DAI' },
  ...{ sellAmount: command.sellAmount, buyAmount: command.buyAmount, sellRemaining: command.sellAmount },
  ...{ buyRemaining: command.buyAmount, sellBook: command.sellBookAmount ?? command.sellAmount },
  ...{ buyBook: command.buyBookAmount ?? command.buyAmount, bookRate: '300', stopRate: null },
  ...{ peggedCurrency: null, peggedRate: null, hidden: false, trades: [], info: '' },
  ...{ nonce: command.nonce, timestamp: 1, lastActive: 1 },
});

const tradeOf = (more: { buy: boolean; rate: string; amount: string }): Packet =>
  packet(
    'ETHDAI',
    'userTrade',
    userTradeArray({
      ...{ id: 1, market: 'ETHDAI', tradeFee: '0', settlementFee: '0', makerRebate: '0', rebateToken: '' },
      ...{ timestamp: 1, orderId: 1, orderCid: 0, ...more },
    }),
  );

describe('the programs with which others begin', () => {
  it('the example of the README places an order and cancels it', async () => {
    const orders = new Orders();
    exchange = await TinyExchange.listen((command, rid) => orders.answer(command, rid));
    const readme = readFileSync(path.join(root, 'libs/client/README.md'), 'utf8');
    const [, example = ''] = /^```ts\n([^]*?)^```$/m.exec(readme) ?? [];
    const file = path.join(folder, 'readme.mjs');
    writeFileSync(file, example);
    expect(await finished(file, {})).toEqual([0, '1 true 100000000\n1 false 100000000\n']);
    expect(orders.sent('placeOrder')).toMatchObject([{ buyAmount: '500000000000000000' }]);
    expect(orders.sent('cancelOrder')).toMatchObject([{ id: 1 }]);
  });

  it('examples/maker.mjs quotes both sides, moves both after a fill by edits, and leaves nothing', async () => {
    const orders = new Orders((count) => {
      if (count === 2)
        setTimeout(
          () => exchange?.push(tradeOf({ buy: false, rate: '300.3', amount: '100000000000000000' })),
          100,
        );
    });
    exchange = await TinyExchange.listen((command, rid) => orders.answer(command, rid));
    const [code, output] = await finished('examples/maker.mjs', { FILLS: '1', SECONDS: '30', MIDDLE: '300' });
    expect([code, output]).toEqual([0, expect.stringContaining('fill 1: sold 100000000000000000 at 300.3')]);
    expect(output).toMatch(/ended after 1 fills\n$/);
    expect(orders.sent('cancelOnDisconnect')).toMatchObject([{ seconds: 30 }]);
    const eth = '100000000000000000';
    const placed = orders.sent('placeOrder');
    expect(placed).toMatchObject([
      { postOnly: true, sellBookAmount: '29970000', buyBookAmount: eth, buyAmount: `${eth}00` },
      { postOnly: true, sellBookAmount: eth, buyBookAmount: '30030000', sellAmount: `${eth}00` },
    ]);
    const [buy, sell] = placed.map(({ cid }) => cid);
    // A sale has moved the middle up.
    expect(orders.sent('editOrder').slice(-2)).toMatchObject([
      { cid: buy, sellBookAmount: '29985000', buyBookAmount: eth },
      { cid: sell, sellBookAmount: eth, buyBookAmount: '30045000' },
    ]);
    expect(orders.sent('cancelOrder').map(({ cid }) => cid)).toEqual([buy, sell]);
  });

  it('examples/taker.mjs buys at the best rate, at once or not at all, and ends after its fills', async () => {
    const bought = tradeOf({ buy: true, rate: '301.5', amount: '20000000000000000' });
    const orders = new Orders(() => setTimeout(() => exchange?.push(bought), 20));
    exchange = await TinyExchange.listen((command, rid) => orders.answer(command, rid));
    const [code, output] = await finished('examples/taker.mjs', { FILLS: '1', SECONDS: '30' });
    expect([code, output]).toEqual([0, expect.stringContaining('fill 1: bought 20000000000000000 at 301.5')]);
    expect(output).toMatch(/ended after 1 fills\n$/);
    const [first] = orders.sent('placeOrder');
    const amounts = { sellAmount: '6030000', buyAmount: '20000000000000000' };
    expect(first).toMatchObject({ ...amounts, immediateOrCancel: true });
  });
});
