// Makes a market with the packed client (npm run build:client, then npm install of its file and ws in a project of one's own): an order a
// side is signed loosely, once, and then moved by edits. After each fill it quotes against what it got. Ends after SECONDS or FILLS.
import { setTimeout as pause } from 'node:timers/promises';
import { buildTerms, ExchangeClient, keySigner } from '@exchange/client';
import { FileStore } from '@exchange/client/file-store';
import { WebSocket } from 'ws';

const setting = (name, otherwise) => process.env[name] ?? otherwise;
const market = setting('MARKET', 'ETHDAI');
const size = setting('SIZE', '0.1'); // traded tokens a side
const signedSize = setting('SIGNED_SIZE', '10'); // offered in all, before it signs again
const halfSpread = 0.001;
const shift = 0.0005; // after each fill
const everyMs = 1_000;
const until = Date.now() + 1_000 * Number(setting('SECONDS', '60'));
const fillsMax = Number(setting('FILLS', 'Infinity'));

const signer = await keySigner(setting('PRIVATE_KEY'));
const store = await FileStore.open(setting('STORE', 'maker.orders'));
const url = setting('EXCHANGE_WS', 'ws://127.0.0.1:8081');
const client = new ExchangeClient({ url, socket: WebSocket, store, cancelOnDisconnect: 30 });
client.on('fault', (fault) => console.error('fault', fault));
await client.connect();
await client.authenticate(signer);

// What an earlier run left in the book, whatever ended it.
for (const { id } of await client.orders.resume()) await client.orders.cancel(id);

let middle = Number(setting('MIDDLE', '300'));
let fills = 0;
const sides = { buy: undefined, sell: undefined }; // the name of each side's order
/** A rate has at most five significant digits. */
const rateText = (rate) => String(Number(rate.toPrecision(5)));
const quoteOf = (side) => ({
  amount: size,
  rate: rateText(middle * (side === 'buy' ? 1 - halfSpread : 1 + halfSpread)),
});

/** Signs for much, at half or twice the rate, and offers the quote of it. */
async function place(side) {
  sides[side] = `${side} ${Date.now()}`;
  const { sellAmount, buyAmount } = buildTerms({ market, side, ...quoteOf(side) }, client.listed, 0, 0);
  await client.orders.place({
    ...{ id: sides[side], market, side, signer, amount: signedSize },
    rate: rateText(side === 'buy' ? middle * 2 : middle / 2),
    options: { postOnly: true, sellBookAmount: `${sellAmount}`, buyBookAmount: `${buyAmount}` },
  });
}

/** Moves the order of a side to where it is to be; signs another one when it is used up, or was canceled. */
async function quote(side) {
  try {
    await client.orders.requote(sides[side], quoteOf(side));
  } catch (error) {
    if (['ORDER_NOT_OPEN', 'AMOUNT_OUT_OF_RANGE', 'RATE_OUT_OF_RANGE'].includes(error.code)) {
      await client.orders.cancel(sides[side]);
      await place(side);
    } else if (error.code !== 'EDIT_REFUSED') throw error; // It would have taken: the next quote may not.
  }
}

let wake = () => undefined;
client.on('fill', ({ buy, amount, rate }) => {
  fills += 1;
  middle *= buy ? 1 - shift : 1 + shift;
  console.log(`fill ${fills}: ${buy ? 'bought' : 'sold'} ${amount} at ${rate}`);
  wake();
});
client.on('orderState', ({ id, state }) => console.log(id, state.kind, state.reason ?? ''));

for (const side of Object.keys(sides)) await place(side);
while (fills < fillsMax && Date.now() < until) {
  await Promise.race([pause(everyMs), new Promise((resolve) => (wake = resolve))]);
  for (const side of Object.keys(sides)) await quote(side);
}
for (const id of Object.values(sides)) await client.orders.cancel(id);
client.close();
await store.close();
console.log(`ended after ${fills} fills`);
