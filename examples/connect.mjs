// What the other examples share: an account of the development chain, the contract, and a connection to the exchange.
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Contract, JsonRpcProvider, Wallet } from 'ethers';
import WebSocket from 'ws';

const file = `${process.env.EXCHANGE_DATA_DIR ?? '.exchange'}/endpoints.json`;
if (!existsSync(file)) throw new Error(`there is no ${file}: npm start, or set EXCHANGE_DATA_DIR`);
export const { ws, rpc, contract, lens, tokens, accounts } = JSON.parse(readFileSync(file, 'utf8'));
const provider = new JsonRpcProvider(rpc, undefined, { cacheTimeout: -1, pollingInterval: 250 });
export const walletOf = (privateKey) => new Wallet(privateKey, provider);
export const wallet = walletOf(accounts[Number(process.env.ACCOUNT ?? 1)].privateKey);

export const EXCHANGE = [
  'function depositEther() payable',
  'function depositToken(address token, uint256 amount)',
  'function withdraw(address token, uint256 amount, address receiver, uint64 nonce, uint32 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function requestExit(address[] tokens)',
  'function cancelExit(address[] tokens)',
  'function withdrawExit(address token, uint256 amount, address receiver)',
  'function addDelegate(address delegate, uint40 validUntil, uint32 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function removeDelegate(address delegate)',
  'function removeDelegateCoSigned(address delegate, uint32 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function cancelOrders(bytes32[] orderHashes)',
  'function cancelOrdersCoSigned(bytes32[] orderHashes, uint32 deadline, uint8 v, bytes32 r, bytes32 s)',
  'error ExitNotReady()',
];
/** What a second contract reads out of the first one. */
export const LENS = [
  'function balances(address account, address token) view returns (uint128 amount, uint40 exitAt)',
  'function waitingPeriod() view returns (uint32)',
];
export const TOKEN = [
  'function approve(address spender, uint256 amount) returns (bool)',
  'function transfer(address to, uint256 amount) returns (bool)',
];
export const exchange = new Contract(contract, EXCHANGE, wallet);
export const views = new Contract(lens, LENS, provider);

/** Waits until a transaction is in a block, and says what it cost. */
export async function mined(what, sent) {
  const receipt = await (await sent).wait();
  console.log(`${what}: ${receipt.gasUsed} gas`);
  return receipt;
}

/** Asks until there is an answer other than undefined. */
export async function until(what, ask) {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await pause(100);
  }
  throw new Error(`waited for ${what} in vain`);
}

/** A connection. `told` grows by every packet; `ask` sends one command and gives the packet that answers it. */
export async function connect() {
  const socket = new WebSocket(`${ws}/ws/v1`);
  const told = [];
  socket.on('message', (frame) => told.push(...JSON.parse(frame)));
  await once(socket, 'open');
  const next = (what, isIt) => until(what, () => told.find(isIt));
  const [, , config] = await next('the configuration', ([, event]) => event === 'c');
  let lastRid = 0;
  async function ask(command) {
    const rid = (lastRid += 1);
    socket.send(JSON.stringify([{ ...command, rid }]));
    const packet = await next(`the answer to ${command.c}`, (told) => told[3] === rid);
    if (packet[1] === 'e') throw new Error(packet[2]);
    return packet;
  }
  return { ask, config, domain: domainOf(config), next, told, close: () => socket.close() };
}

/** The EIP-712 domain of everything that is signed for the contract. */
const domainOf = ({ name, chainId, contractAddress: verifyingContract }) => ({
  ...{ name, version: '1', chainId, verifyingContract },
});

let lastNonce = Date.now();
export const nextNonce = () => (lastNonce += 1);

/** Logs in with a key: the account's own, or a delegate's with `authenticateDelegate`. */
export async function login(connection, key = wallet, c = 'authenticate') {
  const nonce = nextNonce();
  const message = `Log in to the exchange, nonce ${nonce}`;
  return connection.ask({ c, message, nonce, signature: await key.signMessage(message) });
}

export const ORDER = {
  Order: [
    { name: 'sellTokenAddress', type: 'address' },
    { name: 'sellTokenAmount', type: 'uint128' },
    { name: 'buyTokenAddress', type: 'address' },
    { name: 'buyTokenAmount', type: 'uint128' },
    { name: 'expiry', type: 'uint32' },
    { name: 'nonce', type: 'uint64' },
  ],
};

/** The command that places an order, signed: `sell` and `buy` are [symbol, amount in smallest units]. */
export async function signedOrder({ domain }, key, market, sell, buy) {
  const [sellToken, buyToken] = [tokens[sell[0]], tokens[buy[0]]];
  const [sellAmount, buyAmount] = [`${sell[1]}`, `${buy[1]}`];
  const expiry = Math.floor(Date.now() / 1000) + 604_800;
  const nonce = nextNonce();
  const signature = await key.signTypedData(domain, ORDER, {
    ...{ sellTokenAddress: sellToken, sellTokenAmount: sellAmount },
    ...{ buyTokenAddress: buyToken, buyTokenAmount: buyAmount, expiry, nonce },
  });
  const terms = { market, sellToken, sellAmount, buyToken, buyAmount, expiry, nonce };
  return { c: 'placeOrder', ...terms, signature, signatureFormat: 'signTypedData' };
}
