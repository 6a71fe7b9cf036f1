import type { Say } from '../../../kit/command-line/say';
import { findExchange } from '../account/account-view';
import { addressIn } from '../account/inputs';
import { httpRpc } from '../chain/rpc';
import { compareWithContract } from '../proof/compare-with-contract';
import { judgeProof } from '../proof/judge-proof';
import { givenRoot, readSaved } from '../proof/saved-files';
import { textOf } from './key-file';
import type { KitCommand } from './options';

/** Says whether a saved proof holds, before it asks the node what the contract has. Throws a sentence if it doesn't. */
export async function checkProof(command: KitCommand, say: Say): Promise<void> {
  const files = command.files.map((name) => ({ name, text: textOf(name) }));
  const saved = readSaved(files, givenRoot(command.find('root') ?? '', command.find('block') ?? ''));
  const { proof } = saved;
  const account = command.find('account');
  if (account !== undefined && addressIn(account, '--account') !== proof.account) {
    throw new Error(`the proof is of ${proof.account}, not of ${account}`);
  }
  const { sum, words } = judgeProof(saved);
  words.forEach(say);
  const rpc = httpRpc(command.text('rpc'));
  const place = await findExchange(rpc, addressIn(command.text('contract'), '--contract'));
  (await compareWithContract(rpc, place, proof, sum)).forEach(say);
}
