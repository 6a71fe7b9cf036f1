// Leaves with LINK without anybody's help: node examples/exit.mjs request | cancel | take
import { MaxUint256 } from 'ethers';
import { exchange, mined, tokens, views, wallet } from './connect.mjs';

const [what = 'request'] = process.argv.slice(2);
if (what === 'request') {
  await mined('requestExit', exchange.requestExit([tokens.LINK]));
} else if (what === 'cancel') {
  await mined('cancelExit', exchange.cancelExit([tokens.LINK]));
} else {
  // Pays the whole balance to the receiver; a smaller amount would leave the rest for later. Asked first, since that tells why not: ExitNotReady before its time.
  const withdrawExit = exchange.withdrawExit.staticCall(tokens.LINK, MaxUint256, wallet.address);
  await withdrawExit.catch(({ revert, message }) => {
    console.error('refused:', revert?.signature ?? message);
    process.exit(1);
  });
  await mined('withdrawExit', exchange.withdrawExit(tokens.LINK, MaxUint256, wallet.address));
}
const [amount, exitAt] = await views.balances(wallet.address, tokens.LINK);
console.log('in the contract', amount, exitAt === 0n ? 'no exit' : `exit from ${exitAt} on`);
