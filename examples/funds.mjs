// The funds of a bot with the packed client alone (see maker.mjs): its key signs what the exchange and what the chain is told.
//   node funds.mjs deposit DAI 300 | withdraw ETH 0.1 | submit ETH 0.5 | exit DAI | cancel-exit DAI | take-exit DAI | forget 'exit DAI …'
// What an earlier run began, whatever ended it, is carried out first. The exits need no exchange if CONTRACT and TOKEN are set.
import { ExchangeClient, keySigner, smallestUnits } from '@exchange/client';
import { ChainFunds, keyWallet } from '@exchange/client/chain';
import { FileStore } from '@exchange/client/file-store';
import { WebSocket } from 'ws';

const setting = (name, otherwise) => process.env[name] ?? otherwise;
const [what, symbol, amount = '0'] = process.argv.slice(2);
const privateKey = setting('PRIVATE_KEY');
const signer = await keySigner(privateKey);
const wallet = await keyWallet({ node: setting('CHAIN_URL', 'http://127.0.0.1:8545'), privateKey });
const store = await FileStore.open(setting('STORE', 'bot.funds'));

const isNamed = setting('CONTRACT') !== undefined && setting('TOKEN') !== undefined;
const isAlone = what === 'forget' || (what.includes('exit') && isNamed);
const url = setting('EXCHANGE_WS', 'ws://127.0.0.1:8081');
const client = isAlone ? undefined : new ExchangeClient({ url, socket: WebSocket });
if (client !== undefined) {
  client.on('fault', (fault) => console.error('fault', fault));
  await client.connect();
  await client.authenticate(signer);
}
const router = client?.config.depositRouter;

const funds = new ChainFunds({
  ...{ wallet, store, account: signer.address, sent: (call, hash) => console.log(call, hash) },
  contract: setting('CONTRACT', client?.config.contractAddress),
  ...(client === undefined ? {} : { exchange: client }),
  // For tokens with permits: one transaction in place of two.
  ...(router === undefined ? {} : { permits: { signer, router } }),
});
const token = setting('TOKEN', client?.listed.tokens[symbol]?.contract);
const units = smallestUnits(amount, client?.listed.tokens[symbol]?.decimals ?? 18);
// The same id is the same list: it is carried out once.
const id = setting('ID', `${what} ${symbol} ${amount} ${Date.now()}`);
const lists = {
  deposit: () => funds.deposit(id, token, units),
  withdraw: () => funds.withdraw(id, token, units),
  submit: () => funds.submitWithdrawal(id, { token, amount: units, signer }),
  exit: () => funds.requestExit(id, [token]),
  'cancel-exit': () => funds.cancelExit(id, [token]),
  'take-exit': () => funds.takeExit(id, token, 'all', signer.address),
  forget: () => funds.forget(symbol),
};
try {
  if (what !== 'forget') {
    for (const begun of await funds.unfinished())
      console.log('went on with', begun, await funds.resume(begun));
  }
  console.log('done', await lists[what]());
} finally {
  client?.close();
  await store.close();
}
