import { exchangeInterface } from '@exchange/contract/chain';
import { type Address, assert, type Hash } from '@exchange/core/kernel';
import { type AccountView, type HeldDelegate, type Holding, isOfInterest } from './account-view';
import { amountText, durationText, timeText } from './units';

/** What an account may ask the contract for, before it is sent: in words, and as call data. */
export interface Action {
  readonly words: readonly string[];
  readonly data: string;
}

/** What `withdrawExit` takes for everything. */
const EVERYTHING = (1n << 256n) - 1n;
const NONCE_MAX = (1n << 64n) - 1n;

const call = (name: string, values: readonly unknown[]): string =>
  exchangeInterface.encodeFunctionData(name, values);
const symbols = (holdings: readonly Holding[]): string => holdings.map(({ symbol }) => symbol).join(', ');
const sentences = (...parts: readonly (string | false)[]): string[] => parts.filter((part) => part !== false);

/** Starts the waiting period of these tokens. */
export function requestExit(view: AccountView, holdings: readonly Holding[]): Action {
  refuseNone(holdings, 'token');
  const earlier = holdings.filter(({ exitAt }) => exitAt > 0);
  const soonest = view.now + view.waitingPeriod;
  return {
    words: sentences(
      `You ask to leave with all your ${symbols(holdings)}.`,
      `You can take it out in ${durationText(view.waitingPeriod)}, from about ${timeText(soonest)} on. Nobody can prevent or delay that.`,
      'Until then you keep it, but the exchange drops your orders that sell it, and credits no deposits of it.',
      earlier.length > 0 &&
        `You had asked for ${symbols(earlier)} before: the earlier time stays, ${earlier.map(({ exitAt }) => timeText(exitAt)).join(', ')}.`,
    ),
    data: call('requestExit', [holdings.map(({ token }) => token)]),
  };
}

/** Gives up an exit, whether or not its time has come. */
export function cancelExit(holdings: readonly Holding[]): Action {
  refuseNone(holdings, 'token');
  const without = holdings.filter(({ exitAt }) => exitAt === 0);
  if (without.length > 0) throw new Error(`there is no exit of ${symbols(without)} to give up`);
  return {
    words: [
      `You give up leaving with ${symbols(holdings)}.`,
      'What is still there can be traded again. To leave later you must ask and wait anew.',
    ],
    data: call('cancelExit', [holdings.map(({ token }) => token)]),
  };
}

/** Takes out an amount of a token whose time has come, or everything of it. */
export function withdrawExit(
  view: AccountView,
  holding: Holding,
  amount: bigint | 'all',
  receiver: Address,
): Action {
  const { balance, exitAt, symbol, token } = holding;
  if (exitAt === 0)
    throw new Error(`you have not asked to leave with ${symbol}: request the exit, then wait`);
  if (exitAt > view.now) {
    throw new Error(
      `the exit of ${symbol} is due at ${timeText(exitAt)}, in ${durationText(exitAt - view.now)}: wait until then`,
    );
  }
  if (balance === 0n) throw new Error(`the contract holds no ${symbol} of yours`);
  if (amount === 0n) throw new Error(`0 ${symbol} can't be taken out`);
  if (amount !== 'all' && amount > balance) {
    throw new Error(
      `the contract holds ${amountText(balance, holding)} of yours, less than ${amountText(amount, holding)}`,
    );
  }
  const isAll = amount === 'all' || amount === balance;
  return {
    words: sentences(
      `The contract pays ${isAll ? 'all your' : ''} ${amountText(isAll ? balance : amount, holding)} to ${receiver}.`.replace(
        '  ',
        ' ',
      ),
      receiver !== view.account &&
        'That is not your own account: be sure that you have its key, or mean its owner.',
      !isAll && `${amountText(balance - amount, holding)} stay, and can be taken out at any time.`,
    ),
    data: call('withdrawExit', [token, isAll ? EVERYTHING : amount, receiver]),
  };
}

/** Cancels orders by their EIP-712 hashes, without the exchange. */
export function cancelOrders(view: AccountView, hashes: readonly Hash[]): Action {
  refuseNone(hashes, 'order');
  return {
    words: [
      `You cancel ${hashes.length === 1 ? 'one order' : `${hashes.length} orders`}: ${hashes.join(', ')}.`,
      `From about ${timeText(view.now + view.waitingPeriod)} on (${durationText(view.waitingPeriod)} from now) the contract settles nothing of ${hashes.length === 1 ? 'it' : 'them'} any more.`,
    ],
    data: call('cancelOrders', [hashes]),
  };
}

/** Asks that every order that sells a token with a lower nonce be canceled: the cheaper way for many orders. */
export function requestMinNonce(
  view: AccountView,
  { symbol, token, minNonce, waitingMinNonce }: Holding,
  nonce: bigint,
): Action {
  if (nonce <= minNonce)
    throw new Error(`the least nonce of ${symbol} is ${minNonce} already; give a higher one`);
  if (nonce > NONCE_MAX) throw new Error(`the highest nonce there is is ${NONCE_MAX}`);
  const keepsEarlier = waitingMinNonce !== undefined && nonce <= waitingMinNonce.minNonce;
  return {
    words: sentences(
      `You cancel all your orders that sell ${symbol} and have a nonce below ${nonce}, however many there are.`,
      `From about ${timeText(view.now + view.waitingPeriod)} on (${durationText(view.waitingPeriod)} from now) anybody can put that in force: apply the least nonce then.`,
      'Orders that you sign afterwards need a nonce that is not lower. It can never be lowered again.',
      keepsEarlier &&
        `You had asked for ${waitingMinNonce.minNonce} before, which is not lower: that stays, and this changes nothing.`,
    ),
    data: call('requestMinNonce', [token, nonce]),
  };
}

/** Puts a least nonce in force whose time has come. */
export function applyMinNonce(view: AccountView, { symbol, token, waitingMinNonce }: Holding): Action {
  if (waitingMinNonce === undefined) throw new Error(`you have asked for no least nonce of ${symbol}`);
  const { minNonce, effectiveAt } = waitingMinNonce;
  if (effectiveAt > view.now) {
    throw new Error(
      `the least nonce ${minNonce} of ${symbol} is due at ${timeText(effectiveAt)}, in ${durationText(effectiveAt - view.now)}`,
    );
  }
  return {
    words: [
      `All your orders that sell ${symbol} with a nonce below ${minNonce} are canceled at once and for good.`,
    ],
    data: call('applyMinNonce', [view.account, token]),
  };
}

/** Makes signatures for withdrawals unusable that were given and not used. */
export function voidNonces(nonces: readonly bigint[]): Action {
  refuseNone(nonces, 'nonce');
  const wrong = nonces.find((nonce) => nonce > NONCE_MAX);
  if (wrong !== undefined) throw new Error(`${wrong} is no nonce: the highest there is is ${NONCE_MAX}`);
  return {
    words: [
      `You void the withdrawal nonces ${nonces.join(', ')}.`,
      'No withdrawal that was signed with one of them, by you or by the exchange, can ever be carried out.',
    ],
    data: call('voidNonces', [nonces]),
  };
}

/** Takes the right to trade from a key. */
export function removeDelegate(view: AccountView, { delegate, revokedAt }: HeldDelegate): Action {
  if (revokedAt > 0) throw new Error(`${delegate} is removed already, from ${timeText(revokedAt)} on`);
  return {
    words: [
      `You remove the key ${delegate}.`,
      `From about ${timeText(view.now + view.waitingPeriod)} on (${durationText(view.waitingPeriod)} from now) nothing that it signed is settled for you any more.`,
    ],
    data: call('removeDelegate', [delegate]),
  };
}

function refuseNone(items: readonly unknown[], what: string): void {
  if (items.length === 0) throw new Error(`name at least one ${what}`);
}

/** The holding of a token by its address or symbol. Throws, naming what there is, unless exactly one is meant. */
export function holdingOf(view: AccountView, token: string): Holding {
  const wanted = token.toLowerCase();
  const found = view.holdings.filter((one) => one.token === wanted || one.symbol.toLowerCase() === wanted);
  const [first] = found;
  if (found.length === 1) {
    assert(first !== undefined, 'one was found');
    return first;
  }
  const held = view.holdings.filter(isOfInterest);
  const all = held.map((one) => `${one.symbol} (${one.token})`).join(', ') || 'nothing';
  throw new Error(
    found.length === 0
      ? `the contract knows no token ${token}; of this account it holds ${all}`
      : `several tokens call themselves ${token}; name it by its address: ${found.map((one) => one.token).join(', ')}`,
  );
}
