// Voids a signed order in the contract, so that nobody can settle it any more: with the exchange's consent, and alone.
import { parseEther, parseUnits } from 'ethers';
import { connect, exchange, login, mined, signedOrder, wallet } from './connect.mjs';

const connection = await connect();
await login(connection);
const half = parseEther('0.5');
const place = async () => {
  const order = await signedOrder(
    connection,
    wallet,
    'ETHUSDC',
    ['ETH', half],
    ['USDC', parseUnits('2000', 6)],
  );
  const [, , placed] = await connection.ask(order);
  return placed;
};

// With a signTypedData order HASH is the hash that the contract knows; see order signatures for the other format.
const [, , hash] = await place();

// The order leaves the book, and the answer is the signature. It waits for trades of the order, if there are any.
const [, , { signature }] = await connection.ask({ c: 'signOrderCancellation', hash });
const { deadline, v, r, s } = signature;
await mined('cancelOrdersCoSigned', exchange.cancelOrdersCoSigned([hash], deadline, v, r, s));

// Alone, it takes effect after the waiting period; the exchange takes the order out of its book when it sees the call.
const [id, , other] = await place();
await mined('cancelOrders', exchange.cancelOrders([other]));
const isCanceled = ([, event, told]) => event === 'o' && told[0] === id && told[5];
const [, , order] = await connection.next('the order to be canceled', isCanceled);
console.log('canceled', order[20]);

connection.close();
