import { accountCommands, accountNotice } from '@exchange/contract/bus';
import { type AccountFact, type Origin } from '@exchange/core/message';
import type { IncomingRequest } from '@exchange/platform';
import { Wallet } from 'ethers';
import { WebSocket } from 'ws';
import { readFlags, wholeNumber } from '../../kit/command-line/read-flags';
import { MARKET } from './owners';
import { measuredFrom } from './process-cost';
import { type Rig, startRig } from './rig';

const ACCOUNTS = 20;
/** Orders of each account that wait for their status. */
const WINDOW = 8;
/** As a turn of account-service: what came meanwhile is answered together. */
const TURN_MS = 5;
const WARM_UP_MS = 4_000;
const DAI = `0x${'a1'.repeat(20)}`;
const ETH = `0x${'00'.repeat(20)}`;
const DOMAIN = { name: 'Exchange', version: '1', chainId: 31337, verifyingContract: `0x${'ee'.repeat(20)}` };
const TYPES = {
  Order: [
    { name: 'sellTokenAddress', type: 'address' },
    { name: 'sellTokenAmount', type: 'uint128' },
    { name: 'buyTokenAddress', type: 'address' },
    { name: 'buyTokenAmount', type: 'uint128' },
    { name: 'expiry', type: 'uint32' },
    { name: 'nonce', type: 'uint64' },
  ],
};

async function signedOrder(wallet: Wallet): Promise<object> {
  const terms = {
    buyAmount: `200${'0'.repeat(18)}`,
    sellAmount: `1${'0'.repeat(18)}`,
    expiry: 1_900_000_000,
    nonce: 1,
  };
  const signature = await wallet.signTypedData(DOMAIN, TYPES, {
    ...{ sellTokenAddress: ETH, sellTokenAmount: terms.sellAmount },
    ...{ buyTokenAddress: DAI, buyTokenAmount: terms.buyAmount, expiry: terms.expiry, nonce: terms.nonce },
  });
  const tokens = { buyToken: DAI, sellToken: ETH };
  return {
    c: 'placeOrder',
    market: MARKET,
    ...tokens,
    ...terms,
    signatureFormat: 'signTypedData',
    signature,
  };
}

const orderFact = (id: number): AccountFact => ({
  kind: 'order',
  order: {
    ...{ id, cid: 0, hash: `0x${'33'.repeat(32)}`, market: MARKET, active: true, canceled: false },
    ...{
      sellToken: 'ETH',
      buyToken: 'DAI',
      sellAmount: `1${'0'.repeat(18)}`,
      buyAmount: `200${'0'.repeat(18)}`,
    },
    ...{
      sellRemaining: '1',
      buyRemaining: '2',
      sellBook: '1',
      buyBook: '2',
      bookRate: '200',
      stopRate: null,
    },
    ...{ peggedCurrency: null, peggedRate: null, hidden: false, trades: [], info: '', nonce: 1 },
    ...{ timestamp: 1, lastActive: 1 },
  },
});
const balanceFact = (token: string): AccountFact => ({
  kind: 'balance',
  balance: { token, settled: '5', usable: '1234567890123456789', blocked: '0' },
});

/** account-service as far as a gateway sees it: turns of some ms, a reply and the notices of an order that is filled. */
async function answerOrders({ account: bus }: Rig): Promise<void> {
  const seqs = new Map<string, number>();
  let waiting: IncomingRequest[] = [];
  let lastOrder = 0;
  const notify = (account: string, facts: AccountFact[], origin?: Origin): number => {
    const seq = (seqs.get(account) ?? 0) + 1;
    seqs.set(account, seq);
    const items = [{ ...(origin === undefined ? {} : { origin }), facts }];
    const notice = { account: account as never, seq, at: 1, items };
    bus.publish(accountNotice.subject(account), accountNotice.encode(notice));
    return seq;
  };
  await bus.serve(accountCommands.authenticate.pattern, ({ data, respond }) => {
    const request = accountCommands.authenticate.decodeRequest(data);
    if (request === undefined) throw new Error('a login that does not fit');
    const { account } = request;
    const feeTier = { volume: '0', makerPpm: 0, takerPpm: 2500 };
    const state = { balances: [], pendingEntries: [], feeTier, pointTenths: 1_000_000_000 };
    const login = {
      account,
      delegate: null,
      session: 'ab'.repeat(32),
      grant: `grant ${account}`,
      accountSeq: 0,
      ...state,
    };
    respond(accountCommands.authenticate.encodeReply({ ok: true, value: login as never }));
  });
  await bus.serve(accountCommands.placeOrder.pattern, (request) => waiting.push(request));
  setInterval(() => {
    const taken = waiting;
    waiting = [];
    const filled: string[] = [];
    for (const { data, respond } of taken) {
      const request = accountCommands.placeOrder.decodeRequest(data);
      if (request === undefined) throw new Error('an order that does not fit');
      lastOrder += 1;
      const account = request.grant.split(' ')[1] ?? '';
      const accountSeq = notify(account, [orderFact(lastOrder), balanceFact('ETH')], request.origin);
      const value = { accountSeq, orderId: lastOrder as never };
      respond(accountCommands.placeOrder.encodeReply({ ok: true, value }));
      filled.push(account);
    }
    setTimeout(() => {
      for (const account of filled)
        notify(account, [orderFact(lastOrder), balanceFact('ETH'), balanceFact('DAI')]);
    }, TURN_MS);
  }, TURN_MS);
}

const stopped = { now: false };

/** Keeps so many orders on their way; counts those that have their status. */
async function trade(port: number, wallet: Wallet, counted: { accepted: number }): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/v1`);
  await new Promise((resolve) => socket.once('message', resolve));
  const message = 'login 1';
  socket.send(
    JSON.stringify([{ c: 'authenticate', message, nonce: 1, signature: await wallet.signMessage(message) }]),
  );
  const order = JSON.stringify(await signedOrder(wallet)).slice(0, -1);
  let rid = 0;
  const send = () => {
    rid += 1;
    socket.send(`[${order},"rid":${rid}}]`);
  };
  socket.on('message', (data) => {
    for (const [, event, , answered] of JSON.parse(String(data)) as unknown[][]) {
      if (event === 'e' && !stopped.now) throw new Error(`refused: ${String(data)}`);
      if (event === 'ft') for (let at = 0; at < WINDOW; at += 1) send();
      if (event !== 'o' || answered === undefined) continue;
      counted.accepted += 1;
      send();
    }
  });
}

/** Signed orders as fast as one gateway takes them, with owners that answer at once: CPU of an order in the gateway. */
export async function commandsBench(args: readonly string[], usage: string): Promise<void> {
  const { seconds = '10', profile } = readFlags(['seconds', 'profile'], args, usage);
  const ms = wholeNumber('seconds', seconds, [1, 600], usage) * 1000;
  const rig = await startRig('ws-gateway', { levels: 20, profile });
  await answerOrders(rig);
  const counted = { accepted: 0 };
  for (let at = 0; at < ACCOUNTS; at += 1) {
    await trade(rig.port, new Wallet(`0x${String(at + 1).padStart(64, '0')}`), counted);
  }
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  const before = counted.accepted;
  const measured = measuredFrom(rig.pid);
  await new Promise((resolve) => setTimeout(resolve, ms));
  const spent = measured();
  const orders = counted.accepted - before;
  stopped.now = true;
  await rig.stop();
  console.log(
    `${Math.round(orders / spent.seconds)} orders/s accepted and filled by ${ACCOUNTS} accounts; ` +
      `the gateway took ${((spent.cpu / orders) * 1e6).toFixed(0)} µs of CPU each`,
  );
}
