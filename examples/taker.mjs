// Takes what a market offers, with the packed client (see maker.mjs): follows the book, and buys and sells in turn at the best rate, at
// once or not at all. Ends after SECONDS or FILLS.
import { setTimeout as pause } from 'node:timers/promises';
import { ExchangeClient, keySigner } from '@exchange/client';
import { FileStore } from '@exchange/client/file-store';
import { WebSocket } from 'ws';

const setting = (name, otherwise) => process.env[name] ?? otherwise;
const market = setting('MARKET', 'ETHDAI');
const amount = setting('SIZE', '0.02');
const everyMs = Number(setting('EVERY_MS', '500'));
const until = Date.now() + 1_000 * Number(setting('SECONDS', '60'));
const fillsMax = Number(setting('FILLS', 'Infinity'));

const signer = await keySigner(setting('PRIVATE_KEY'));
const store = await FileStore.open(setting('STORE', 'taker.orders'));
const url = setting('EXCHANGE_WS', 'ws://127.0.0.1:8081');
const client = new ExchangeClient({ url, socket: WebSocket, store });
client.on('fault', (fault) => console.error('fault', fault));
client.on('bookFault', ({ fault }) => console.error('the book is asked for again:', fault));
await client.connect();
await client.authenticate(signer);
// What came of the orders of an earlier run.
await client.orders.resume();

let fills = 0;
client.on('fill', ({ buy, amount: filled, rate }) => {
  fills += 1;
  console.log(`fill ${fills}: ${buy ? 'bought' : 'sold'} ${filled} at ${rate}`);
});
client.on('orderState', ({ id, state, hasEnded }) => {
  if (hasEnded) console.log(id, state.kind, state.reason ?? '');
});
await client.subscribe([market], ['book20d5']);

let side = 'buy';
while (fills < fillsMax && Date.now() < until) {
  const book = client.book(market);
  const best = book.isLive ? book.best(side === 'buy' ? 'sell' : 'buy') : undefined;
  if (best !== undefined) {
    const intent = { id: `${side} ${Date.now()}`, market, side, amount, rate: best.rate, signer };
    await client.orders.place({ ...intent, options: { immediateOrCancel: true } });
    side = side === 'buy' ? 'sell' : 'buy';
  }
  await pause(everyMs);
}
client.close();
await store.close();
console.log(`ended after ${fills} fills`);
