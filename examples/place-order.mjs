// Deposits, logs in and places an order, with nothing but ethers and ws. Run `npm start` first.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Contract, JsonRpcProvider, parseEther, Wallet } from 'ethers';
import WebSocket from 'ws';

const folder = process.env.EXCHANGE_DATA_DIR ?? '.exchange';
const { ws, rpc, contract, tokens, accounts } = JSON.parse(readFileSync(`${folder}/endpoints.json`, 'utf8'));
const wallet = new Wallet(accounts[0].privateKey, new JsonRpcProvider(rpc, undefined, { cacheTimeout: -1 }));

// 1. Deposit one ether in the contract; two blocks later the exchange credits it.
const exchange = new Contract(contract, ['function depositEther() payable'], wallet);
await (await exchange.depositEther({ value: parseEther('1') })).wait(3);

// 2. Connect; the first frame is the configuration.
const socket = new WebSocket(`${ws}/ws/v1`);
const packets = async () => JSON.parse((await once(socket, 'message'))[0]);
const [[, , config]] = await packets();

// 3. Log in by signing a text that ends with a nonce.
const now = Date.now();
const message = `log in, my nonce is ${now}`;
const ask = (command) => (socket.send(JSON.stringify([command])), packets());
console.log(
  await ask({ c: 'authenticate', message, nonce: now, signature: await wallet.signMessage(message) }),
);

// 4. Sign an order that sells half an ether for 200 DAI, and place it.
const order = {
  sellTokenAddress: tokens.ETH,
  sellTokenAmount: `${parseEther('0.5')}`,
  buyTokenAddress: tokens.DAI,
};
Object.assign(order, {
  buyTokenAmount: `${parseEther('200')}`,
  expiry: Math.floor(now / 1000) + 604_800,
  nonce: now,
});
const types = { sellTokenAddress: 'address', sellTokenAmount: 'uint128', buyTokenAddress: 'address' };
Object.assign(types, { buyTokenAmount: 'uint128', expiry: 'uint32', nonce: 'uint64' });
const Order = Object.entries(types).map(([name, type]) => ({ name, type }));
const domain = { name: config.name, version: '1', chainId: config.chainId, verifyingContract: contract };
const signature = await wallet.signTypedData(domain, { Order }, order);
const { sellTokenAddress: sellToken, sellTokenAmount: sellAmount, expiry, nonce } = order;
const { buyTokenAddress: buyToken, buyTokenAmount: buyAmount } = order;
const amounts = { sellToken, sellAmount, buyToken, buyAmount, expiry, nonce };
console.log(
  await ask({
    c: 'placeOrder',
    market: 'ETHDAI',
    ...amounts,
    signature,
    signatureFormat: 'signTypedData',
    rid: 1,
  }),
);
socket.close();
