// Deposits, logs in and places an order, with nothing but ethers and ws. Run `npm start` first.
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { Contract, JsonRpcProvider, parseEther, Wallet } from 'ethers';
import WebSocket from 'ws';

const folder = process.env.EXCHANGE_DATA_DIR ?? '.exchange';
const file = `${folder}/endpoints.json`;
if (!existsSync(file)) throw new Error(`no exchange in ${folder}: npm start, or set EXCHANGE_DATA_DIR`);
const { ws, rpc, contract, tokens, accounts } = JSON.parse(readFileSync(file, 'utf8'));
const wallet = new Wallet(accounts[0].privateKey, new JsonRpcProvider(rpc, undefined, { cacheTimeout: -1 }));

// 1. Deposit one ether in the contract; two blocks later it is final, and the exchange credits it.
const exchange = new Contract(contract, ['function depositEther() payable'], wallet);
await (await exchange.depositEther({ value: parseEther('1') })).wait(4);

// 2. Connect; the first frame is the configuration.
const socket = new WebSocket(`${ws}/ws/v1`);
const packets = async () => JSON.parse((await once(socket, 'message'))[0]);
const ask = (command) => (socket.send(JSON.stringify([command])), packets());
const [[, , config]] = await packets();

// 3. Log in by signing a text of one's own that ends with the nonce, and isn't 32 bytes long.
const nonce = Date.now();
const message = `log in, my nonce is ${nonce}`;
console.log(await ask({ c: 'authenticate', message, nonce, signature: await wallet.signMessage(message) }));

// 4. Sign an order that sells half an ether for 200 DAI, valid for a week, and place it.
const [sellAmount, buyAmount] = [`${parseEther('0.5')}`, `${parseEther('200')}`];
const terms = [tokens.ETH, sellAmount, tokens.DAI, buyAmount, Math.floor(nonce / 1000) + 604_800, nonce];
const [sellToken, , buyToken, , expiry] = terms;
const names = 'sellTokenAddress sellTokenAmount buyTokenAddress buyTokenAmount expiry nonce'.split(' ');
const types = ['address', 'uint128', 'address', 'uint128', 'uint32', 'uint64'];
const Order = names.map((name, index) => ({ name, type: types[index] }));
const order = Object.fromEntries(names.map((name, index) => [name, terms[index]]));
const domain = { name: config.name, version: '1', chainId: config.chainId, verifyingContract: contract };
const signature = await wallet.signTypedData(domain, { Order }, order);
const amounts = { sellToken, sellAmount, buyToken, buyAmount, expiry, nonce };
const signed = { market: 'ETHDAI', ...amounts, signature, signatureFormat: 'signTypedData' };
console.log(await ask({ c: 'placeOrder', ...signed, rid: 1 }));
socket.close();
