// Leaves with LINK without anybody's help: node examples/exit.mjs request | cancel | take
import { exchange, mined, tokens, wallet } from './connect.mjs';

const [what = 'request'] = process.argv.slice(2);
if (what === 'request') {
  await mined('requestExit', exchange.requestExit([tokens.LINK]));
} else if (what === 'cancel') {
  await mined('cancelExit', exchange.cancelExit([tokens.LINK]));
} else {
  // Pays the whole balance to the receiver. Asked first, since that tells why not: ExitNotReady before its time.
  const withdrawExit = exchange.withdrawExit.staticCall(tokens.LINK, wallet.address);
  await withdrawExit.catch(({ revert, message }) => {
    console.error('refused:', revert?.signature ?? message);
    process.exit(1);
  });
  await mined('withdrawExit', exchange.withdrawExit(tokens.LINK, wallet.address));
}
const [amount, exitAt] = await exchange.balances(wallet.address, tokens.LINK);
console.log('in the contract', amount, exitAt === 0n ? 'no exit' : `exit from ${exitAt} on`);
