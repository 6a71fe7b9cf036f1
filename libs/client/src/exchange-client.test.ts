import { afterEach, describe, expect, it } from '@jest/globals';
import { address, reject, ZERO_ADDRESS } from '@exchange/core/kernel';
import { parseSignature, parseTerms, recoverMessageSigner, recoverOrderSigner } from '@exchange/core/order';
import {
  authMessage,
  type Command,
  type CommandOf,
  errorPacket,
  ledgerEntryArray,
  orderArray,
  packet,
  type EntryView,
  type OrderView,
  type Packet,
} from '@exchange/core/wire';
import { Wallet } from 'ethers';
import { WebSocket } from 'ws';
import { ExchangeClient } from './exchange-client';
import { nobleCrypto } from './signing/noble-crypto';
import {
  type ScriptedAnswer,
  TINY_CONFIG,
  TINY_CONTRACT,
  TINY_LISTED,
  TinyExchange,
} from '@exchange/test/kit';

const wallet = new Wallet(`0x${'46'.repeat(32)}`);
const account = address(wallet.address);
const domain = { name: 'tiny', chainId: 31337, contract: address(TINY_CONTRACT) };

const entry: EntryView = {
  id: 5,
  type: 'withdrawal',
  changes: [{ token: 'DAI', amount: '-1500000', fees: '0', net: '-1500000' }],
  applied: [[0, 1, -1]],
  signature: {},
  transaction: null,
  blockNumber: null,
  blockHash: null,
  canceled: false,
  description: 'withdrawal',
  timestamp: 1,
  lastUpdated: 1,
};
const signature = { v: 27, r: `0x${'11'.repeat(32)}`, s: `0x${'22'.repeat(32)}`, nonce: 9, deadline: 99 };

function signed<T extends { signature: string }>(command: T) {
  const parsed = parseSignature(command.signature);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}

function authenticate(command: CommandOf<'authenticate'>, rid: number): Packet {
  const signer = recoverMessageSigner(command.message, signed(command), nobleCrypto);
  if (!signer.ok) return errorPacket(signer, rid);
  return packet(0, 'auth', authMessage(auth(signer.value, `session${rid}`)), rid);
}

const auth = (who: string, session: string) => ({
  status: 'authenticated' as const,
  address: who,
  session,
  delegate: ZERO_ADDRESS,
});

function orderOf(command: CommandOf<'placeOrder'>, signer: string): OrderView {
  return {
    id: 1,
    cid: command.cid ?? 0,
    hash: `0x${'33'.repeat(32)}`,
    market: command.market,
    active: true,
    canceled: false,
    sellToken: command.sellToken,
    buyToken: command.buyToken,
    sellAmount: command.sellAmount,
    buyAmount: command.buyAmount,
    sellRemaining: command.sellAmount,
    buyRemaining: command.buyAmount,
    sellBook: command.sellAmount,
    buyBook: command.buyAmount,
    bookRate: '1',
    stopRate: null,
    peggedCurrency: null,
    peggedRate: null,
    hidden: false,
    trades: [],
    info: signer,
    nonce: command.nonce,
    timestamp: 1,
    lastActive: 1,
  };
}

const running: { close(): unknown }[] = [];

async function start(answer: ScriptedAnswer): Promise<{ exchange: TinyExchange; client: ExchangeClient }> {
  const exchange = await TinyExchange.listen(answer);
  running.push(exchange);
  const client = new ExchangeClient({
    url: exchange.url,
    socket: WebSocket,
    timeoutMs: 1_000,
    backoffMs: { first: 10, most: 20 },
  });
  running.unshift(client);
  await client.connect();
  return { exchange, client };
}

afterEach(async () => {
  for (const part of running.splice(0)) await part.close();
});

describe('a client', () => {
  it('knows config and listings once it is connected', async () => {
    const { client } = await start(() => []);
    expect(client.config).toEqual(TINY_CONFIG);
    expect(client.listed).toEqual(TINY_LISTED);
    expect(client.domain).toEqual(domain);
    expect(client.account).toBeUndefined();
  });

  it('rejects connect() when nobody answers, and does not try again', async () => {
    const { exchange, client } = await start(() => []);
    const { url } = exchange;
    client.close();
    await exchange.close();
    running.length = 0;
    const other = new ExchangeClient({ url, socket: WebSocket });
    await expect(other.connect()).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
    expect(() => other.config).toThrow('connect()');
  });

  it('logs in with a message that ends with the nonce, and checks who it became', async () => {
    const { exchange, client } = await start((command, rid) =>
      command.c === 'authenticate' ? [authenticate(command, rid)] : [],
    );
    await expect(client.authenticate(wallet)).resolves.toMatchObject({ address: account });
    expect(client.account).toBe(account);
    const login = exchange.commands.at(-1) as CommandOf<'authenticate'>;
    expect(/[0-9]+$/.exec(login.message)?.[0]).toBe(String(login.nonce));
    await client.authenticate(wallet);
    expect((exchange.commands.at(-1) as CommandOf<'authenticate'>).nonce).toBeGreaterThan(login.nonce);
    const stranger = { ...signerOf(wallet), address: TINY_CONTRACT };
    await expect(client.authenticate(stranger)).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' });
  });

  it.each(['sign', 'signTypedData'] as const)('places orders signed in the format %s', async (format) => {
    const { client } = await start((command, rid) => {
      if (command.c !== 'placeOrder') return [];
      const terms = parseTerms(command);
      if (!terms.ok) return [errorPacket(terms, rid)];
      const signer = recoverOrderSigner(
        terms.value,
        command.signatureFormat,
        signed(command),
        domain,
        nobleCrypto,
      );
      if (!signer.ok) return [errorPacket(signer, rid)];
      return [packet(0, 'orderStatus', orderArray(orderOf(command, signer.value)), rid)];
    });
    const order = await client.placeOrder({
      market: 'ETHDAI',
      side: 'buy',
      amount: '0.5',
      rate: '300',
      signer: wallet,
      format,
      cid: 7,
    });
    expect(order).toMatchObject({
      info: account,
      cid: 7,
      buyAmount: '500000000000000000',
      sellAmount: '150000000',
    });
  });

  it('sends what an order does beyond resting, and edits it', async () => {
    const sent: Command[] = [];
    const { client } = await start((command, rid) => {
      if (command.c !== 'placeOrder' && command.c !== 'editOrder') return [];
      sent.push(command);
      const placed = sent[0] as CommandOf<'placeOrder'>;
      return [packet(0, 'orderStatus', orderArray(orderOf(placed, account)), rid)];
    });
    const wish = { market: 'ETHDAI', side: 'sell', amount: '1', rate: '300' } as const;
    await client.placeOrder({ ...wish, signer: wallet, options: { hidden: true, stopRate: '299' } });
    await client.editOrder({ id: 1, hidden: false });
    expect(sent).toMatchObject([
      { c: 'placeOrder', hidden: true, stopRate: '299' },
      { c: 'editOrder', id: 1, hidden: false },
    ]);
  });

  it('rejects with the code of the refusal, or when no answer comes', async () => {
    const { client } = await start((command, rid) =>
      command.c === 'cancelOrder' ? [errorPacket(reject('ORDER_NOT_OPEN', 'order 3 is not open'), rid)] : [],
    );
    await expect(client.cancelOrder({ id: 3 })).rejects.toMatchObject({
      code: 'ORDER_NOT_OPEN',
      message: 'ORDER_NOT_OPEN: order 3 is not open',
    });
    await expect(client.balances()).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  it('takes a message as the answer of cancelOrders with nothing open', async () => {
    const { client } = await start((_, rid) => [packet(0, 'message', 'no open orders', rid)]);
    await expect(client.cancelOrders()).resolves.toBeUndefined();
    await expect(client.activeOrders()).rejects.toThrow('answered with message');
  });

  it('takes the signature of a withdrawal from its answer, which an entry without one is not', async () => {
    const shown = packet(0, 'ledgerEntryStatus', ledgerEntryArray(entry));
    let answer: EntryView = { ...entry, signature };
    const { client } = await start((command, rid) => {
      if (command.c !== 'signWithdrawal') return [];
      expect(command.amount).toBe('1500000');
      return [shown, packet(0, 'ledgerEntryStatus', ledgerEntryArray(answer), rid)];
    });
    await expect(client.withdraw('DAI', '1.5')).resolves.toMatchObject({ signature, entry: { id: 5 } });
    answer = { ...entry, canceled: true };
    await expect(client.withdraw('DAI', '1.5')).rejects.toThrow('withdrawal 5');
  });

  it('keeps the order book of a market', async () => {
    const lines = [
      [1, '299', '5', 1],
      [1, '300', '7', 2],
      [0, '302', '4', 1],
      [0, '301', '3', 1],
    ];
    const { client, exchange } = await start((_, rid) => [packet('ETHDAI', 'orderBookSnapshot', lines, rid)]);
    await client.subscribe(['ETHDAI'], ['book20d5']);
    const rates = (side: 'buy' | 'sell') =>
      client
        .book('ETHDAI')
        .lines(side)
        .map(({ rate }) => rate);
    expect([rates('buy'), rates('sell')]).toEqual([
      ['300', '299'],
      ['301', '302'],
    ]);
    const updated = new Promise((resolve) => client.on('orderBookUpdate', resolve));
    exchange.push(packet('ETHDAI', 'orderBookUpdate', [0, '301', '0', 0]));
    await updated;
    expect(client.book('ETHDAI').best('sell')).toEqual({ side: 'sell', rate: '302', amount: '4', count: 1 });
  });

  it('comes back after a lost connection with its session and its subscriptions', async () => {
    const { client, exchange } = await start((command, rid) => {
      switch (command.c) {
        case 'authenticate':
          return [authenticate(command, rid)];
        case 'authenticateWithSession':
          return [packet(0, 'auth', authMessage(auth(command.address, `${command.session}+`)), rid)];
        case 'subscribe':
          return [packet('ETHDAI', 'tradeSnapshot', [], rid)];
        default:
          return [];
      }
    });
    const { session } = await client.authenticate(wallet);
    await client.subscribe(['ETHDAI'], ['trades']);
    for (const expected of [session, `${session}+`]) {
      exchange.commands.length = 0;
      const back = new Promise((resolve) => client.on('connected', () => resolve(undefined)));
      const pending = client.balances();
      exchange.cut();
      await expect(pending).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
      await back;
      const again: Command[] = [
        { c: 'getListed' },
        { c: 'authenticateWithSession', address: account, session: expected ?? '' },
        { c: 'subscribe', markets: ['ETHDAI'], events: ['trades'] },
      ];
      expect(exchange.commands.filter(({ c }) => c !== 'getBalanceSnapshot')).toEqual(again);
    }
    expect(client.account).toBe(account);
  });

  it('has orders canceled when its line is lost from when it is told until it is told otherwise', async () => {
    const { exchange, client } = await start((command, rid) => {
      if (command.c === 'authenticate') return [authenticate(command, rid)];
      if (command.c === 'cancelOnDisconnect')
        return [packet(0, 'cancelOnDisconnect', [command.seconds], rid)];
      if (command.c === 'authenticateWithSession')
        return [packet(0, 'auth', authMessage(auth(account, 's')), rid)];
      return [];
    });
    await client.authenticate(wallet);
    const toldAfterCut = async () => {
      exchange.commands.length = 0;
      const back = new Promise((resolve) => client.on('connected', () => resolve(undefined)));
      exchange.cut();
      await back;
      return exchange.commands.flatMap((command) =>
        command.c === 'cancelOnDisconnect' ? [command.seconds] : [],
      );
    };
    expect(await toldAfterCut()).toEqual([]);
    await client.cancelOnDisconnect(30);
    expect(await toldAfterCut()).toEqual([30]);
    await client.cancelOnDisconnect(0);
    expect(await toldAfterCut()).toEqual([]);
  });

  const refusingSessions: ScriptedAnswer = (command, rid) => {
    if (command.c === 'authenticate') return [authenticate(command, rid)];
    if (command.c !== 'authenticateWithSession') return [];
    return [errorPacket(reject('INVALID_SESSION', 'log in again'), rid)];
  };

  it('logs in with the key that was given when somebody else has voided its session', async () => {
    const { client, exchange } = await start(refusingSessions);
    await client.authenticate(wallet);
    exchange.commands.length = 0;
    const back = new Promise((resolve) => client.on('connected', () => resolve(undefined)));
    exchange.cut();
    await back;
    expect(client.account).toBe(account);
    expect(exchange.commands.map(({ c }) => c)).toEqual([
      'getListed',
      'authenticateWithSession',
      'authenticate',
    ]);
  });

  it('never asks a person to sign by itself, but says that somebody must log in', async () => {
    const { client, exchange } = await start(refusingSessions);
    let asked = 0;
    const signer = {
      ...signerOf(wallet),
      address: wallet.address,
      asksPerson: true,
      signMessage: (text: string | Uint8Array) => {
        asked += 1;
        return wallet.signMessage(text);
      },
    };
    await client.authenticate(signer);
    const back = new Promise((resolve) => client.on('connected', () => resolve(undefined)));
    exchange.cut();
    await back;
    expect(client.loginState).toMatchObject({
      kind: 'loginNeeded',
      account,
      error: { code: 'INVALID_SESSION' },
    });
    expect([asked, client.account]).toEqual([1, undefined]);
    await client.authenticate(signer);
    expect(client.account).toBe(account);
  });

  it('sends no session twice, also when the answer was lost', async () => {
    const sent: string[] = [];
    const { client, exchange } = await start((command, rid, socket) => {
      if (command.c === 'authenticate') return [authenticate(command, rid)];
      if (command.c !== 'authenticateWithSession') return [];
      sent.push(command.session);
      socket.terminate();
      return [];
    });
    await client.authenticate(wallet);
    const back = new Promise((resolve) => client.on('connected', () => resolve(undefined)));
    exchange.cut();
    await back;
    expect(sent).toHaveLength(1);
    expect(client.account).toBe(account);
  });

  it('connects anew when the server asks for it', async () => {
    const { client, exchange } = await start(() => []);
    const back = new Promise((resolve) => client.on('connected', () => resolve(undefined)));
    exchange.push(packet(0, 'reconnect', [0, 'upgrade']));
    await back;
    expect(exchange.commands).toEqual([{ c: 'getListed' }, { c: 'getListed' }]);
  });

  it('tells of what it cannot read', async () => {
    const { client, exchange } = await start(() => []);
    const fault = new Promise((resolve) => client.on('fault', resolve));
    exchange.push([0, 'o', ['x']]);
    await expect(fault).resolves.toMatchObject({ name: 'MalformedPacketError' });
  });
});

/** The wallet's signing without its identity. */
function signerOf(from: Wallet) {
  return {
    signMessage: from.signMessage.bind(from),
    signTypedData: from.signTypedData.bind(from),
  };
}
