import { afterEach, describe, expect, it } from '@jest/globals';
import { address, reject, ZERO_ADDRESS } from '@exchange/core/kernel';
import { parseSignature, parseTerms, recoverMessageSigner, recoverOrderSigner } from '@exchange/core/order';
import {
  authMessage,
  type Command,
  type CommandOf,
  errorPacket,
  orderArray,
  type OrderView,
  packet,
  type Packet,
  userTradeArray,
} from '@exchange/core/wire';
import { foundPrograms, startedProgram, TINY_CONTRACT, TinyExchange } from '@exchange/test/kit';
import { Wallet } from 'ethers';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nobleCrypto } from './signing/noble-crypto';

const wallet = new Wallet(`0x${'46'.repeat(32)}`);
const account = address(wallet.address);
const domain = { name: 'tiny', chainId: 31337, contract: address(TINY_CONTRACT) };
const ORDER_ID = 7;

function signatureOf({ signature }: { readonly signature: string }) {
  const parsed = parseSignature(signature);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}

/** Who signed the order of a command. */
function signerOf(command: CommandOf<'placeOrder'>): string {
  const terms = parseTerms(command);
  if (!terms.ok) throw new Error(terms.message);
  const signature = signatureOf(command);
  const signer = recoverOrderSigner(terms.value, command.signatureFormat, signature, domain, nobleCrypto);
  return signer.ok ? signer.value : signer.message;
}

const view = (command: CommandOf<'placeOrder'>, more: Partial<OrderView> = {}): OrderView => ({
  ...{ id: ORDER_ID, cid: 0, hash: `0x${'b2'.repeat(32)}` as OrderView['hash'], market: command.market },
  ...{ active: true, canceled: false, sellToken: 'ETH', buyToken: 'DAI' },
  ...{ sellAmount: command.sellAmount, buyAmount: command.buyAmount, sellRemaining: command.sellAmount },
  ...{ buyRemaining: command.buyAmount, sellBook: command.sellAmount, buyBook: command.buyAmount },
  ...{ bookRate: '400', stopRate: null, peggedCurrency: null, peggedRate: null, hidden: false },
  ...{ trades: [], info: '', nonce: command.nonce, timestamp: 1, lastActive: 1, ...more },
});

const trade = (id: number, orderId = ORDER_ID) =>
  userTradeArray({
    ...{ id, market: 'ETHDAI', buy: false, rate: '400', amount: '100000000000000000', tradeFee: '0' },
    ...{ settlementFee: '0', makerRebate: '0', rebateToken: '', timestamp: id, orderId, orderCid: 0 },
  });

/** The packet as a connection with distinct events has it. */
const told = (id: number, orderId?: number): Packet =>
  ['ETHDAI', 'ut', trade(id, orderId)] as unknown as Packet;

const folder = mkdtempSync(path.join(tmpdir(), 'python-bot-'));
let exchange: TinyExchange | undefined;

afterEach(async () => {
  await exchange?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('examples/python/bot.py', () => {
  it('comes back after a lost line with the same signed order, and tells each fill once and in order', async () => {
    const placed: CommandOf<'placeOrder'>[] = [];
    const signers: string[] = [];
    const answer = (command: Command, rid: number): readonly Packet[] => {
      const [first] = placed;
      switch (command.c) {
        case 'authenticate': {
          const signer = recoverMessageSigner(command.message, signatureOf(command), nobleCrypto);
          if (!signer.ok) return [errorPacket(signer, rid)];
          signers.push(signer.value);
          const auth = { status: 'authenticated', address: signer.value, session: 'a' } as const;
          return [packet(0, 'auth', authMessage({ ...auth, delegate: ZERO_ADDRESS }), rid)];
        }
        case 'placeOrder':
          placed.push(command);
          if (first === undefined) {
            setTimeout(() => exchange?.push(told(1), told(99, 8)), 20);
            setTimeout(() => exchange?.cut(), 200);
            return [packet(0, 'orderStatus', orderArray(view(command)), rid)];
          }
          return [errorPacket(reject('DUPLICATE_ORDER', `it is ${ORDER_ID}`), rid)];
        case 'getOrder':
          return first ? [packet(0, 'orderStatus', orderArray(view(first)), rid)] : [];
        case 'getUserTrades':
          // One was told on the first line, and one while there was none.
          if (placed.length > 1) setTimeout(() => exchange?.push(told(2), told(3)), 20);
          return [packet(0, 'userTrades', { trades: placed.length > 1 ? [trade(2), trade(1)] : [] }, rid)];
        case 'cancelOrder':
          return first
            ? [packet(0, 'orderStatus', orderArray(view(first, { active: false, canceled: true })), rid)]
            : [];
        default:
          return [errorPacket(reject('UNKNOWN_COMMAND', command.c), rid)];
      }
    };
    exchange = await TinyExchange.listen(answer);
    const endpoints = { ws: exchange.url, accounts: [{ privateKey: wallet.privateKey }] };
    writeFileSync(path.join(folder, 'endpoints.json'), JSON.stringify(endpoints));
    const [program = '', pythonPath = ''] = foundPrograms('tools/python.mjs');
    const script = path.resolve(import.meta.dirname, '../../../examples/python/bot.py');
    const bot = startedProgram(program, ['-B', script], {
      ...{ ...process.env, PYTHONPATH: pythonPath, EXCHANGE_DATA_DIR: folder, ACCOUNT: '0' },
      ...{ AMOUNT: '0.3', RATE: '400', FILLS: '3', SECONDS: '30' },
    });
    expect([await bot.ended, bot.output()]).toEqual([0, expect.any(String)]);
    expect(bot.output().match(/^(?!line lost).+$/gm)).toEqual([
      `logged in as ${account}`,
      'order 7 placed at 400',
      'fill 1: 100000000000000000 at 400',
      `logged in as ${account}`,
      'fill 2: 100000000000000000 at 400',
      'fill 3: 100000000000000000 at 400',
      'order 7 ended canceled with 3 fills',
    ]);
    expect(signers).toEqual([account, account]);
    expect(placed).toHaveLength(2);
    expect(placed[1]).toEqual(placed[0]);
    expect(placed.map(signerOf)).toEqual([account, account]);
    // 0.3 ETH of 18 decimals, and 120 DAI, which have 6 here.
    expect(placed[0]).toMatchObject({ sellAmount: '300000000000000000', buyAmount: '120000000' });
  });
});
