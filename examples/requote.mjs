// Quotes as market makers do: sign once and loosely, then move by edits, which need no signature.
import { parseEther, parseUnits } from 'ethers';
import { connect, login, signedOrder, wallet } from './connect.mjs';

const connection = await connect();
await login(connection);

// Orders placed through this connection are canceled 30 s after it is lost.
console.log(await connection.ask({ c: 'cancelOnDisconnect', seconds: 30 }));

// Signed: sell up to 1 ETH at 1000 USDC or better. Shown: 0.2 ETH at 4000. Above what the market pays, and post-only.
const signed = await signedOrder(
  connection,
  wallet,
  'ETHUSDC',
  ['ETH', parseEther('1')],
  ['USDC', parseUnits('1000', 6)],
);
const amounts = (eth, usdc) => ({
  sellBookAmount: `${parseEther(eth)}`,
  buyBookAmount: `${parseUnits(usdc, 6)}`,
});
const cid = Date.now();
const [, , placed] = await connection.ask({ ...signed, cid, postOnly: true, ...amounts('0.2', '800') });
console.log('placed', placed[0], 'at', placed[14]);

// New quotes, 1 point each: another rate, another amount, anything within what was signed.
for (const [eth, usdc] of [
  ['0.2', '802'],
  ['0.2', '798'],
  ['0.1', '399'],
]) {
  const [, , edited] = await connection.ask({ c: 'editOrder', cid, ...amounts(eth, usdc) });
  console.log('moved to', edited[14], 'for', edited[12]);
}
const [, , canceled] = await connection.ask({ c: 'cancelOrder', cid });
console.log('canceled', canceled[5]);
connection.close();
