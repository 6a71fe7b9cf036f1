// Deposits, logs in, places an order and cancels it, with nothing but ethers and ws. Run `npm start` first.
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { Contract, formatEther, JsonRpcProvider, parseEther, Wallet } from 'ethers';
import WebSocket from 'ws';

const folder = process.env.EXCHANGE_DATA_DIR ?? '.exchange';
const file = `${folder}/endpoints.json`;
if (!existsSync(file)) throw new Error(`no exchange in ${folder}: npm start, or set EXCHANGE_DATA_DIR`);
const { rest, ws, rpc, contract, tokens, accounts } = JSON.parse(readFileSync(file, 'utf8'));
const wallet = new Wallet(
  accounts[0].privateKey,
  new JsonRpcProvider(rpc, undefined, { cacheTimeout: -1, pollingInterval: 250 }),
);

// 1. Deposit one ether in the contract; two blocks later it is final, and the exchange credits it.
const exchange = new Contract(contract, ['function depositEther() payable'], wallet);
await (await exchange.depositEther({ value: parseEther('1') })).wait(4);

// 2. Connect; the first frame is the configuration. A packet is [channel, event, content, rid of the command].
const socket = new WebSocket(`${ws}/ws/v1`);
const told = [];
socket.on('message', (frame) => told.push(...JSON.parse(frame)));
/** The first packet, come already or still to come, that is as wanted. */
async function packet(isWanted) {
  for (;;) {
    const found = told.find(isWanted);
    if (found) return found;
    await once(socket, 'message', { signal: AbortSignal.timeout(10_000) });
  }
}
async function ask(command, rid) {
  socket.send(JSON.stringify([{ ...command, rid }]));
  const answer = await packet((it) => it[3] === rid);
  if (answer[1] === 'e') throw new Error(answer[2]);
  return answer[2];
}
const [, , config] = await packet(([, event]) => event === 'c');

// 3. Log in by signing a text of one's own that ends with the nonce, and isn't 32 bytes long.
const nonce = Date.now();
const message = `log in, my nonce is ${nonce}`;
const login = { c: 'authenticate', message, nonce, signature: await wallet.signMessage(message) };
console.log(await ask(login, 1));

// 4. Sign an order that sells half an ether for 1 % more than the best bid, valid for a week, and place it.
const { data: book } = await (await fetch(`${rest}/rest/v1/market/ETHDAI/orderbook`)).json();
const bid = book.find(({ direction }) => direction === 'BUY')?.rate ?? '3000';
const sell = parseEther('0.5');
const buy = (((sell * parseEther(bid)) / parseEther('1')) * 101n) / 100n;
const terms = [tokens.ETH, `${sell}`, tokens.DAI, `${buy}`, Math.floor(nonce / 1000) + 604_800, nonce];
const [sellToken, sellAmount, buyToken, buyAmount, expiry] = terms;
const names = 'sellTokenAddress sellTokenAmount buyTokenAddress buyTokenAmount expiry nonce'.split(' ');
const types = ['address', 'uint128', 'address', 'uint128', 'uint32', 'uint64'];
const Order = names.map((name, index) => ({ name, type: types[index] }));
const order = Object.fromEntries(names.map((name, index) => [name, terms[index]]));
const domain = { name: config.name, version: '1', chainId: config.chainId, verifyingContract: contract };
const signature = await wallet.signTypedData(domain, { Order }, order);
const amounts = { sellToken, sellAmount, buyToken, buyAmount, expiry, nonce };
const signed = { market: 'ETHDAI', ...amounts, signature, signatureFormat: 'signTypedData' };
const placed = await ask({ c: 'placeOrder', ...signed }, 2);
console.log(placed);
console.log(
  `order ${placed[0]} offers ${formatEther(sell)} ETH for ${formatEther(buy)} DAI; best bid ${bid}`,
);

// 5. Leave nothing behind: cancel it (SECONDS=60 leaves it in the book for so long), and wait until it has ended.
await new Promise((resolve) => setTimeout(resolve, 1_000 * Number(process.env.SECONDS ?? 0)));
await ask({ c: 'cancelOrders', market: 'ETHDAI' }, 3);
const isEnd = ([, event, it]) => event === 'o' && it[0] === placed[0] && !it[4];
const [, , ended] = await packet(isEnd);
console.log(`order ${ended[0]} has ended: ${ended[5] ? 'canceled' : 'filled'}`);
socket.close();
