// Withdraws 0.1 ether that examples/deposit.mjs has deposited, at once, with the exchange's co-signature.
import { parseEther } from 'ethers';
import { connect, exchange, login, mined, tokens, wallet } from './connect.mjs';

const connection = await connect();
await login(connection);
const amount = `${parseEther('0.1')}`;

// The exchange reserves the amount; its answer is the ledger entry with the signature.
const [, , entry] = await connection.ask({ c: 'signWithdrawal', token: tokens.ETH, amount });
const [id, , , applied, { v, r, s, nonce, deadline }] = entry;
console.log('promised', id, applied);

// The receiver that was signed is the account itself, and the account itself must call.
const args = [tokens.ETH, amount, wallet.address, nonce, deadline, v, r, s];
const sent = await exchange.withdraw(...args);

// Optional: shows the transaction to the account's clients before it is mined.
await connection.ask({ c: 'withdrawalTransaction', id, txhash: sent.hash });
await mined('withdraw', sent);

// The same entry again, when the block is final: settled and usable have the change.
const isFinal = ([, event, told]) => event === 'le' && told[0] === id && told[3][0][0] === 1;
const [, , done] = await connection.next('the withdrawal to be final', isFinal);
console.log('final', done[0], done[3]);
connection.close();
