import { findExchange, isOfInterest, readAccount, readDelegates, readOrders } from '../account/account-view';
import * as actions from '../account/actions';
import { addressIn, hashIn, numberIn } from '../account/inputs';
import { cancelText, delegateText, exitText, nonceText } from '../account/states';
import { amountText, durationText, smallestUnits, timeText } from '../account/units';
import { httpRpc, walletRpc } from '../chain/rpc';
import { costText, tryCall, waitForReceipt } from '../chain/try-call';
import { compareWithContract } from '../proof/compare-with-contract';
import { judgeProof } from '../proof/judge-proof';
import { givenRoot, readSaved } from '../proof/saved-files';
import { byId, choice, element, fieldsOf, fillTable, linesOf } from './elements.browser.js';
import { findWallets } from './wallets.browser.js';

/** What was found, and through what; undefined before. */
let shown;
/** The wallet that was chosen: what it is asked through, and its account. */
let wallet;

function tell(text, isWrong = false) {
  byId('status').textContent = text;
  byId('status').classList.toggle('wrong', isWrong);
}

/** Does something that takes time, and says what went wrong. */
async function trying(text, work) {
  tell(text);
  try {
    tell((await work()) ?? '');
  } catch (error) {
    tell(error?.message ?? String(error), true);
  }
}

const onSubmit = (id, work) =>
  byId(id).addEventListener('submit', (event) => {
    event.preventDefault();
    void trying('Asking the node…', () => work(fieldsOf(event.target), event.submitter?.value));
  });

findWallets((name, provider) => {
  const button = element('button', { text: `Use ${name}`, type: 'button' });
  button.addEventListener('click', () => trying('Asking the wallet…', () => useWallet(name, provider)));
  byId('wallets').append(button);
});

async function useWallet(name, provider) {
  const rpc = walletRpc(provider);
  const [account] = await rpc('eth_requestAccounts', []);
  wallet = { rpc, account: addressIn(account, 'the account of the wallet') };
  byId('place').elements.account.value = wallet.account;
  return `${name}: ${wallet.account}`;
}

function rpcOf(url) {
  if (url !== '') return httpRpc(url);
  if (wallet === undefined) throw new Error('Name a node, or choose a wallet.');
  return wallet.rpc;
}

onSubmit('place', async ({ rpc: url, contract, account }) => {
  const rpc = rpcOf(url);
  const place = await findExchange(rpc, addressIn(contract, 'the contract'));
  await show(rpc, place, addressIn(account || (wallet?.account ?? ''), 'the account'));
});

async function show(rpc, place, account) {
  const view = await readAccount(rpc, place, account);
  shown = { rpc, view };
  byId('account').hidden = false;
  byId('summary').textContent =
    `Account ${account}, chain ${place.chainId}, as of block ${view.block}, ${timeText(view.now)}. ` +
    `The waiting period is ${durationText(view.waitingPeriod)}.`;
  const rows = view.holdings.filter(isOfInterest).map((holding) => holdingRow(view, holding));
  fillTable(byId('holdings'), ['balance', 'exit', 'least nonce', 'do'], rows);
}

const again = () => show(shown.rpc, shown.view.place, shown.view.account);

function holdingRow(view, holding) {
  const { now } = view;
  return [
    [amountText(holding.balance, holding), element('br'), element('code', { text: holding.token })],
    exitText(holding, now),
    nonceText(holding, now),
    buttonsOf(view, holding),
  ];
}

function buttonsOf(view, holding) {
  const { exitAt, balance, waitingMinNonce, symbol } = holding;
  const due = exitAt > 0 && exitAt <= view.now;
  const nonceDue = waitingMinNonce !== undefined && waitingMinNonce.effectiveAt <= view.now;
  const all = [
    [exitAt === 0, `Ask to leave with ${symbol}…`, () => act(actions.requestExit(view, [holding]))],
    [due && balance > 0n, `Take out ${symbol}…`, () => takeOut(view, holding)],
    [exitAt > 0, `Give up leaving with ${symbol}…`, () => act(actions.cancelExit([holding]))],
    [true, `Cancel all orders selling ${symbol}…`, () => raiseMinNonce(view, holding)],
    [nonceDue, `Put the least nonce of ${symbol} in force…`, () => act(actions.applyMinNonce(view, holding))],
  ];
  return all.filter(([isPossible]) => isPossible).map(([, text, work]) => doing(text, work));
}

function doing(text, work) {
  const button = element('button', { text, type: 'button' });
  button.addEventListener('click', () => trying('Trying it on the node…', work));
  return button;
}

async function takeOut(view, holding) {
  const dialog = byId('take');
  const { amount, receiver } = dialog.querySelector('form').elements;
  amount.value = amountText(holding.balance, holding).split(' ')[0];
  receiver.value = view.account;
  if ((await choice(dialog)) !== 'go') return undefined;
  const units = smallestUnits(amount.value, holding);
  return act(actions.withdrawExit(view, holding, units, addressIn(receiver.value, 'the receiver')));
}

async function raiseMinNonce(view, holding) {
  const dialog = byId('least');
  const { nonce } = dialog.querySelector('form').elements;
  nonce.value = String(Date.now());
  if ((await choice(dialog)) !== 'go') return undefined;
  return act(actions.requestMinNonce(view, holding, numberIn(nonce.value, 'the nonce')));
}

onSubmit('delegates-form', async ({ 'from-block': from }) => {
  const { rpc, view } = shown;
  const delegates = await readDelegates(rpc, view, Number(numberIn(from, 'the block')));
  const rows = delegates.map((one) => [
    one.delegate,
    timeText(one.validUntil),
    delegateText(one, view.now),
    one.revokedAt > 0 ? '' : doing('Remove…', () => act(actions.removeDelegate(view, one))),
  ]);
  fillTable(byId('delegates'), ['key', 'valid until', 'state', 'do'], rows);
  return `${delegates.length} keys found`;
});

onSubmit('orders-form', async ({ hashes }, what) => {
  const { rpc, view } = shown;
  const wanted = linesOf(hashes).map((line) => hashIn(line));
  if (what === 'cancel') return act(actions.cancelOrders(view, wanted));
  const orders = await readOrders(rpc, view, wanted);
  const rows = orders.map((one) => [one.orderHash, String(one.sold), cancelText(one.cancelAt, view.now)]);
  fillTable(byId('orders'), ['order', 'sold (smallest units)', 'cancellation'], rows);
  return undefined;
});

onSubmit('nonces-form', ({ nonces }) =>
  act(actions.voidNonces(linesOf(nonces).map((line) => numberIn(line, 'a nonce')))),
);

onSubmit('proof', async ({ root, block }) => {
  const sayAll = (words) =>
    byId('proof-words').replaceChildren(...words.map((text) => element('p', { text })));
  sayAll([]);
  const chosen = [...byId('proof').elements.files.files];
  const files = await Promise.all(chosen.map(async (file) => ({ name: file.name, text: await file.text() })));
  const saved = readSaved(files, givenRoot(root, block));
  const { account, contract, rpc: url } = fieldsOf(byId('place'));
  if (account !== '' && addressIn(account, 'the account') !== saved.proof.account) {
    throw new Error(`the proof is of ${saved.proof.account}, not of ${account}`);
  }
  const { sum, words } = judgeProof(saved);
  sayAll(words);
  const rpc = rpcOf(url);
  const place = await findExchange(rpc, addressIn(contract, 'the contract'));
  sayAll([...words, ...(await compareWithContract(rpc, place, saved.proof, sum))]);
  return 'The proof was checked.';
});

/** Tries an action, says what it is, and has the wallet send it. */
async function act({ words, data }) {
  const { rpc, view } = shown;
  const call = { from: view.account, to: view.place.contract, data };
  const cost = await tryCall(rpc, call);
  const said = [...words, `It was tried on the node and works; it costs ${costText(cost)}.`];
  byId('words').replaceChildren(...said.map((text) => element('p', { text })));
  byId('call').textContent = `to ${call.to}\nvalue 0\ndata ${data}`;
  if ((await choice(byId('confirm'))) !== 'send') return 'Nothing was sent.';
  await requireWallet(view);
  tell('Sign it in your wallet…');
  const transaction = { ...call, gas: `0x${cost.gas.toString(16)}` };
  const hash = await wallet.rpc('eth_sendTransaction', [transaction]);
  tell(`Sent: transaction ${hash}. Waiting for its block…`);
  const { block } = await waitForReceipt(rpc, hash);
  await again();
  return `Done in block ${block}, transaction ${hash}.`;
}

/** The wallet must sign for the account that is shown, on its chain. */
async function requireWallet({ account, place: { chainId } }) {
  if (wallet === undefined) throw new Error('Choose a wallet above: it has to sign.');
  if (wallet.account !== account) throw new Error(`The wallet is of ${wallet.account}, not of ${account}.`);
  const wanted = `0x${chainId.toString(16)}`;
  if (Number(await wallet.rpc('eth_chainId', [])) === chainId) return;
  await wallet.rpc('wallet_switchEthereumChain', [{ chainId: wanted }]);
  if (Number(await wallet.rpc('eth_chainId', [])) !== chainId) {
    throw new Error(`The wallet is on another chain than ${chainId}.`);
  }
}
