import { afterEach, describe, expect, it } from '@jest/globals';
import { address, amount, hash, reject } from '@exchange/core/kernel';
import { checkWithdrawalSigner, parseSignature, type WithdrawalTerms } from '@exchange/core/order';
import {
  type CommandOf,
  delegateArray,
  type DelegateView,
  type EntryView,
  errorPacket,
  ledgerEntryArray,
  orderArray,
  type OrderView,
  packet,
} from '@exchange/core/wire';
import { AbiCoder, id, Wallet } from 'ethers';
import { WebSocket } from 'ws';
import { ExchangeClient } from './exchange-client';
import { callData } from './chain/call-data';
import { nobleCrypto } from './signing/noble-crypto';
import { type ScriptedAnswer, TINY_CONTRACT, TINY_LISTED, TinyExchange } from '@exchange/test/kit';

const wallet = new Wallet(`0x${'46'.repeat(32)}`);
const account = address(wallet.address);
const domain = { name: 'tiny', chainId: 31337, contract: address(TINY_CONTRACT) };
const delegate = address(`0x${'de'.repeat(20)}`);
const HASH = hash(`0x${'ab'.repeat(32)}`);
const consent = { v: 27, r: `0x${'11'.repeat(32)}`, s: `0x${'22'.repeat(32)}`, deadline: 99 };
const view: DelegateView = {
  ...{ delegate, active: true, accepted: false, removalSignature: {}, label: 'phone', isTradingLogin: false },
};
const entry: EntryView = {
  ...{ id: 5, type: 'withdrawal', changes: [], applied: [[0, 1, -1]], signature: {}, transaction: null },
  ...{ blockNumber: null, blockHash: null, canceled: false, description: '', timestamp: 1, lastUpdated: 1 },
};

const ORDER: OrderView = {
  ...{ id: 7, cid: 0, hash: HASH, market: 'ETHDAI', active: true, canceled: false, sellToken: 'ETH' },
  ...{
    buyToken: 'DAI',
    sellAmount: '1',
    buyAmount: '2',
    sellRemaining: '1',
    buyRemaining: '2',
    sellBook: '1',
  },
  ...{ buyBook: '2', bookRate: '200', stopRate: null, peggedCurrency: null, peggedRate: null, hidden: false },
  ...{ trades: [], info: '', nonce: 1, timestamp: 1, lastActive: 1 },
};

const open: { client: ExchangeClient; exchange: TinyExchange }[] = [];
async function start(answer: ScriptedAnswer) {
  const exchange = await TinyExchange.listen(answer);
  const client = new ExchangeClient({ url: exchange.url, socket: WebSocket, timeoutMs: 500 });
  open.push({ client, exchange });
  await client.connect();
  return { client, exchange };
}
afterEach(async () => {
  for (const { client, exchange } of open.splice(0)) {
    client.close();
    await exchange.close();
  }
});

describe('delegates', () => {
  it('are announced, labeled and listed', async () => {
    const { client, exchange } = await start(({ c }, rid) => [
      c === 'getDelegateSnapshot'
        ? packet(0, 'delegateSnapshot', [delegateArray(view)], rid)
        : packet(0, 'delegateStatus', delegateArray(view), rid),
    ]);
    expect(await client.delegates.announce(delegate, 'phone')).toEqual(view);
    expect(await client.delegates.label(delegate, 'laptop')).toEqual(view);
    expect(await client.delegates.all()).toEqual([view]);
    expect(exchange.commands.slice(-3)).toMatchObject([
      { c: 'announceDelegate', address: delegate, label: 'phone', isTradingLogin: false },
      { c: 'updateDelegateLabel', label: 'laptop' },
      { c: 'getDelegateSnapshot' },
    ]);
  });

  it('are removed with the consent that comes when all is settled, or is refused', async () => {
    const shown = (changes: Partial<DelegateView>, rid?: number) =>
      packet(0, 'delegateStatus', delegateArray({ ...view, ...changes }), rid);
    const rids: number[] = [];
    const { client, exchange } = await start((_, rid) => {
      rids.push(rid);
      return [shown({}), packet(0, 'message', 'pending settlement')];
    });
    const removal = client.delegates.remove(delegate);
    // Longer than answers are waited for otherwise.
    setTimeout(() => {
      exchange.push(
        shown({ delegate: account, removalSignature: consent }),
        shown({ removalSignature: consent }, rids.at(-1)),
      );
    }, 700);
    expect(await removal).toEqual(consent);
    await expect(client.delegates.remove(delegate, 40)).rejects.toMatchObject({ code: 'TIMEOUT' });
    const refusing = await start((_, rid) => [
      errorPacket({ ok: false, code: 'DELEGATE_UNKNOWN', message: 'no delegate' }, rid),
    ]);
    await expect(refusing.client.delegates.remove(delegate)).rejects.toMatchObject({
      code: 'DELEGATE_UNKNOWN',
    });
  });

  it('are removed also over a lost connection: it is asked again, and the consent may come by itself', async () => {
    let asked = 0;
    const { client, exchange } = await start((command, _, socket) => {
      if (command.c !== 'signDelegationRemoval') return [];
      asked += 1;
      if (asked === 1) socket.terminate();
      return [];
    });
    const removal = client.delegates.remove(delegate);
    await new Promise<void>((resolve) => client.on('connected', () => setTimeout(resolve, 20)));
    exchange.push(packet(0, 'delegateStatus', delegateArray({ ...view, removalSignature: consent })));
    expect(await removal).toEqual(consent);
    expect(asked).toBe(2);
  });
});

describe('voiding an order', () => {
  it('gives the consent of this order, at once or later', async () => {
    const of = (hashOf: string) => ({ signature: consent, hash: hashOf });
    let pending = false;
    const { client, exchange } = await start(({ c }, rid) => {
      if (c === 'getOrder')
        return [errorPacket(reject('UNKNOWN_ORDER', 'this account has no such order'), rid)];
      return [
        pending
          ? packet(0, 'message', 'pending settlement')
          : packet(0, 'orderCancellationSignature', of(HASH), rid),
      ];
    });
    expect(await client.voidOrder(HASH)).toEqual(consent);
    pending = true;
    const later = client.voidOrder(HASH);
    const foreign = packet(0, 'orderCancellationSignature', { ...of(`0x${'cd'.repeat(32)}`), signature: {} });
    setTimeout(() => exchange.push(foreign, packet(0, 'orderCancellationSignature', of(HASH))), 150);
    expect(await later).toEqual(consent);
  });
});

describe('voiding all orders below a nonce', () => {
  it('gives the consent that covers it, and the contract takes it', async () => {
    const token = address(TINY_LISTED.tokens['DAI']?.contract ?? '');
    const of = (minNonce: number, sold = token) => ({ token: sold, minNonce, signature: consent });
    const { client, exchange } = await start(() => [packet(0, 'message', 'pending settlement')]);
    const later = client.voidBelow('DAI', 7);
    const foreign = packet(0, 'minimumNonceSignature', of(7, account));
    const lower = packet(0, 'minimumNonceSignature', of(6));
    setTimeout(() => exchange.push(foreign, lower, packet(0, 'minimumNonceSignature', of(8))), 150);
    const given = await later;
    expect(given).toEqual({ ...consent, token, minNonce: 8 });
    const { v, r, s, deadline } = consent;
    const words = AbiCoder.defaultAbiCoder().encode(
      ['address', 'uint64', 'uint32', 'uint8', 'bytes32', 'bytes32'],
      [token, 8, deadline, v, r, s],
    );
    const selector = id('raiseMinNonceCoSigned(address,uint64,uint32,uint8,bytes32,bytes32)').slice(0, 10);
    expect(callData('raiseMinNonceCoSigned', [token, given.minNonce, deadline, v, r, s])).toBe(
      `${selector}${words.slice(2)}`,
    );
  });
});

describe('voiding an order by the hash that was not signed', () => {
  it('knows the consent by the one that was', async () => {
    const signed = `0x${'cd'.repeat(32)}`;
    const order = { ...ORDER, hash: signed };
    const { client } = await start(({ c }, rid) => [
      c === 'getOrder'
        ? packet(0, 'orderStatus', orderArray(order), rid)
        : packet(0, 'orderCancellationSignature', { signature: consent, hash: signed }, rid),
    ]);
    expect(await client.voidOrder(HASH)).toEqual(consent);
  });
});

describe('funds', () => {
  const wish = { symbol: 'DAI', amount: '1.5', nonce: 7, signer: wallet };
  const token = address(TINY_LISTED.tokens['DAI']?.contract ?? '');
  const full = { receiver: delegate, maxFee: '0.1', deadline: 1_900_000_000 };
  const terms: WithdrawalTerms = {
    ...{ scheme: 'short', account, token, amount: amount(1_500_000n), maxFee: amount(0n), receiver: account },
    ...{ nonce: 7, deadline: 2 ** 32 - 1 },
  };

  it.each([
    ['short', {}, {}],
    ['shortPersonal', { format: 'sign' }, {}],
    ['full', full, { ...full, maxFee: amount(100_000n) }],
  ] as const)('are submitted in the %s form', async (scheme, change, signed) => {
    const { client, exchange } = await start((_, rid) => [
      packet(0, 'ledgerEntryStatus', ledgerEntryArray(entry), rid),
    ]);
    expect(await client.funds.submitWithdrawal({ ...wish, ...change })).toEqual(entry);
    const command = exchange.commands.at(-1) as CommandOf<'submitWithdrawal'>;
    expect(command).toMatchObject({ token, amount: '1500000', nonce: 7 });
    const signature = parseSignature(command.signature);
    if (!signature.ok) throw new Error(signature.message);
    const expected = { ...terms, scheme, ...signed };
    expect(checkWithdrawalSigner(expected, signature.value, domain, nobleCrypto)).toMatchObject({
      ok: true,
    });
  });

  it('show transactions before they are mined', async () => {
    const { client, exchange } = await start((_, rid) => [
      packet(0, 'ledgerEntryStatus', ledgerEntryArray(entry), rid),
    ]);
    await client.funds.withdrawalTransaction(5, HASH);
    await client.funds.announceDeposit('DAI', '2', HASH);
    expect(exchange.commands.slice(-2)).toEqual([
      { c: 'withdrawalTransaction', id: 5, txhash: HASH },
      { c: 'announceDeposit', token, amount: '2000000', txhash: HASH },
    ]);
    await expect(client.funds.announceDeposit('NONE', '2', HASH)).rejects.toMatchObject({
      code: 'UNKNOWN_TOKEN',
    });
  });
});
