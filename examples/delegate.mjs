// Makes a fresh key a delegate of the account, logs in with it, and removes it again.
import { Signature, Wallet } from 'ethers';
import { connect, exchange, login, mined, until, wallet } from './connect.mjs';

const connection = await connect();
await login(connection);
const key = Wallet.createRandom();
const now = Math.floor(Date.now() / 1000);
const [validUntil, deadline] = [now + 31_536_000, now + 3600];

// The delegate's key consents to this account, until the deadline.
const DELEGATION = {
  Delegation: [
    { name: 'account', type: 'address' },
    { name: 'delegate', type: 'address' },
    { name: 'deadline', type: 'uint32' },
  ],
};
const consent = { account: wallet.address, delegate: key.address, deadline };
const { v, r, s } = Signature.from(await key.signTypedData(connection.domain, DELEGATION, consent));

// Optional: shows the delegate before it is mined.
await connection.ask({ c: 'announceDelegate', address: key.address, label: 'bot', isTradingLogin: false });
await mined('addDelegate', exchange.addDelegate(key.address, validUntil, deadline, v, r, s));

// When the block is final, the key may log in and sign orders for the account.
const [, , accepted] = await connection.next(
  'the delegate to be accepted',
  ([, event, told]) => event === 'd' && told[0] === key.address.toLowerCase() && told[2],
);
console.log('accepted', accepted);
const other = await connect();
console.log(await login(other, key, 'authenticateDelegate'));

// Removing: its rights end at once, and the answer has the signature for the contract.
const [, , removed] = await connection.ask({ c: 'signDelegationRemoval', address: key.address });
const [, , loggedOff] = await other.next('the end of the delegate', ([, , told]) => told[0] === 'loggedOff');
console.log(loggedOff);
const leave = removed[3];
const args = [key.address, leave.deadline, leave.v, leave.r, leave.s];
await mined('removeDelegateCoSigned', exchange.removeDelegateCoSigned(...args));

// Alone, it takes effect after the waiting period: exchange.removeDelegate(key.address).
await until('the contract to forget it', async () => {
  const [, , rows] = await connection.ask({ c: 'getDelegateSnapshot' });
  return rows.some(([address, active]) => address === key.address.toLowerCase() && active) ? undefined : true;
});
connection.close();
other.close();
