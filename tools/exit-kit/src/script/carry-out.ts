import type { Address } from '@exchange/core/kernel';
import type { Wallet } from 'ethers';
import type { Say } from '../../../kit/command-line/say';
import {
  type AccountView,
  findExchange,
  type Holding,
  readAccount,
  readDelegate,
  readDelegates,
  readOrders,
} from '../account/account-view';
import * as actions from '../account/actions';
import { addressIn, hashIn, numberIn } from '../account/inputs';
import { smallestUnits } from '../account/units';
import { httpRpc, type Rpc } from '../chain/rpc';
import { accountOf, sendSigned } from '../chain/send-signed';
import { costText, tryCall, waitForReceipt } from '../chain/try-call';
import { checkProof } from './check-proof';
import { openKey } from './key-file';
import { type KitCommand, type KitCommandName, itemsOf } from './options';
import { accountLines, delegateLines, orderLines } from './show';

/** Carries out a command of the kit; throws a sentence when it can't be. */
export async function carryOut(command: KitCommand, say: Say): Promise<void> {
  if (command.name === 'check-proof') return checkProof(command, say);
  const rpc = httpRpc(command.text('rpc'));
  const place = await findExchange(rpc, addressIn(command.text('contract'), '--contract'));
  const keystore = command.find('keystore');
  const wallet = keystore === undefined ? undefined : await openKey(keystore, command.find('password-file'));
  const view = await readAccount(rpc, place, whose(command, wallet));
  if (command.name === 'show') await show(rpc, command, view, say);
  else await act(rpc, command, { name: command.name, view, wallet, say });
}

function whose(command: KitCommand, wallet: Wallet | undefined): Address {
  const given = command.find('account');
  const own = wallet && accountOf(wallet);
  const account = given === undefined ? own : addressIn(given, '--account');
  if (account === undefined) throw new Error('whose account? Give --account ADDRESS, or --keystore FILE');
  if (own !== undefined && own !== account) throw new Error(`the keystore is of ${own}, not of ${account}`);
  return account;
}

async function show(rpc: Rpc, command: KitCommand, view: AccountView, say: Say): Promise<void> {
  accountLines(view).forEach(say);
  const hashes = command.find('orders');
  if (hashes !== undefined) {
    say('');
    orderLines(await readOrders(rpc, view, itemsOf(hashes).map(hashIn)), view.now).forEach(say);
  }
  const fromBlock = Number(numberIn(command.find('from-block') ?? '0', '--from-block'));
  say('');
  try {
    delegateLines(await readDelegates(rpc, view, fromBlock), view.now).forEach(say);
  } catch (error) {
    // The rest is known all the same.
    say(
      `Which keys may trade can't be read from this node: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** An action that was asked for, of whom, and whose key there is to sign it. */
interface Asked {
  readonly name: Exclude<KitCommandName, 'show' | 'check-proof'>;
  readonly view: AccountView;
  readonly wallet: Wallet | undefined;
  readonly say: Say;
}

async function act(rpc: Rpc, command: KitCommand, { name, view, wallet, say }: Asked): Promise<void> {
  const { words, data } = await actionOf(rpc, name, command, view);
  words.forEach(say);
  const call = { from: view.account, to: view.place.contract, data };
  const cost = await tryCall(rpc, call);
  say(`It was tried on the node and works; it costs ${costText(cost)}.`);
  if (!command.send) {
    say('Nothing was sent: the same with --keystore FILE --send does it.');
    return;
  }
  if (wallet === undefined) throw new Error('--send needs the key of the account: --keystore FILE');
  const hash = await sendSigned(rpc, wallet, call, cost);
  say(`sent: transaction ${hash}`);
  const { block, gasUsed } = await waitForReceipt(rpc, hash);
  say(`done in block ${block}, ${gasUsed} gas`);
}

async function actionOf(
  rpc: Rpc,
  name: Asked['name'],
  command: KitCommand,
  view: AccountView,
): Promise<actions.Action> {
  const holding = () => actions.holdingOf(view, command.text('token'));
  switch (name) {
    case 'request-exit':
      return actions.requestExit(
        view,
        holdingsOf(command, view, ({ balance }) => balance > 0n),
      );
    case 'cancel-exit':
      return actions.cancelExit(holdingsOf(command, view, ({ exitAt }) => exitAt > 0));
    case 'withdraw':
      return withdrawal(command, view, holding());
    case 'cancel-orders':
      return actions.cancelOrders(view, itemsOf(command.text('orders')).map(hashIn));
    case 'request-min-nonce':
      return actions.requestMinNonce(view, holding(), nonceOf(command));
    case 'apply-min-nonce':
      return actions.applyMinNonce(view, holding());
    case 'void-nonces':
      return actions.voidNonces(itemsOf(command.text('nonces')).map((nonce) => numberIn(nonce, 'a nonce')));
    case 'remove-delegate':
      return actions.removeDelegate(
        view,
        await readDelegate(rpc, view, addressIn(command.text('delegate'), '--delegate')),
      );
  }
}

function withdrawal(command: KitCommand, view: AccountView, holding: Holding): actions.Action {
  const text = command.text('amount');
  const amount = text === 'all' ? text : smallestUnits(text, holding);
  const receiver = command.find('receiver');
  const to = receiver === undefined ? view.account : addressIn(receiver, '--receiver');
  return actions.withdrawExit(view, holding, amount, to);
}

/** The holdings that a command names; with "all", those of which there is something to do. */
function holdingsOf(
  command: KitCommand,
  view: AccountView,
  isMeant: (holding: Holding) => boolean,
): readonly Holding[] {
  const tokens = command.text('token');
  if (tokens !== 'all') return itemsOf(tokens).map((token) => actions.holdingOf(view, token));
  return view.holdings.filter(isMeant);
}

/** "now": everything that was signed so far by who takes the time for nonces. */
function nonceOf(command: KitCommand): bigint {
  const text = command.text('nonce');
  return text === 'now' ? BigInt(Date.now()) : numberIn(text, '--nonce');
}
