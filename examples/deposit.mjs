// Deposits ether and DAI, and waits until the exchange counts them.
import { Contract, parseEther } from 'ethers';
import { connect, contract, exchange, login, mined, TOKEN, tokens, until, wallet } from './connect.mjs';

const connection = await connect();
await login(connection);
const usable = async (symbol) => {
  const [, , rows] = await connection.ask({ c: 'getBalanceSnapshot' });
  return BigInt(rows.find(([token]) => token === symbol)?.[2] ?? 0);
};
const before = { ETH: await usable('ETH'), DAI: await usable('DAI') };
const amount = parseEther('300');

// Ether goes with the call.
await mined('depositEther', exchange.depositEther({ value: parseEther('2') }));

// A token needs leave first: for this amount only.
const dai = new Contract(tokens.DAI, TOKEN, wallet);
await mined('approve', dai.approve(contract, amount));
const sent = await exchange.depositToken(tokens.DAI, amount);

// Optional: shows the deposit to the account's clients before it is mined.
const announced = { token: tokens.DAI, amount: `${amount}`, txhash: sent.hash };
console.log(await connection.ask({ c: 'announceDeposit', ...announced }));
await mined('depositToken', sent);

// Final after as many blocks as `confirmations` says; then it is usable.
await until('both deposits', async () => {
  const isThere = (await usable('ETH')) > before.ETH && (await usable('DAI')) > before.DAI;
  return isThere || undefined;
});
console.log('usable', await usable('ETH'), await usable('DAI'));
connection.close();
