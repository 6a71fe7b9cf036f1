import {
  arbiterWithdrawal,
  delegateRemoval,
  delegation,
  exchangeInterface,
  minimumNonce,
  orderCancellation,
  type Statement,
} from '@exchange/contract/chain';
import * as client from '@exchange/client';
import { amount } from '@exchange/core/kernel';
import type { OrderSignature } from '@exchange/core/order';
import { AbiCoder, keccak256, toBeHex } from 'ethers';
import type { TradingKey } from '../settled-trades/trading-key.fixture';
import type { ValueDraw } from './draw.fixture';
import type { CallAnswer, Call, AskedExchange } from './asked-exchange.fixture';

/** One random statement: who signs it, and the call of the contract that takes the signature. */
export interface SignedValue {
  readonly statement: Statement;
  readonly signer: TradingKey;
  /** The same as our client builds it. */
  readonly built?: client.TypedStatement;
  /** The digest as our core makes it, which signs this type too. */
  readonly ours?: Uint8Array;
  call(signature: OrderSignature): Call;
  /** What the contract answered means that it recovered the signer. */
  isAccepted(answer: CallAnswer): boolean;
  isRefused(answer: CallAnswer): boolean;
}

export type DrawValue = (draw: ValueDraw, chain: AskedExchange) => SignedValue;

const error = (name: string) => exchangeInterface.getError(name)?.selector;
const refuses = (name: string) => (answer: CallAnswer) => answer.reverted === error(name);
const returned = (answer: CallAnswer) => answer.returned !== undefined;
const onlyIfSigned = { isAccepted: returned, isRefused: refuses('InvalidSignature') };

const encoded = (method: string, args: readonly unknown[], { v, r, s }: OrderSignature) =>
  exchangeInterface.encodeFunctionData(method, [...args, v, r, s]);

/** Where the contract keeps a delegate (ExchangeStorage: the third variable). */
const DELEGATES_SLOT = 2n;

export const coSignedTypes: Readonly<Record<string, DrawValue>> = {
  ArbiterWithdrawal(draw, { domain, coSigner }) {
    const account = draw.address();
    // An amount that nobody has: the check of the balance comes after that of the signature.
    const drawn = draw.uint(128);
    const message = {
      ...{ account, token: draw.address(), amount: amount(drawn === 0n ? 1n : drawn) },
      ...{ receiver: draw.address(), nonce: draw.uint(64), deadline: draw.deadline() },
    };
    const { token, receiver, nonce, deadline } = message;
    const args = [token, message.amount, receiver, nonce, deadline];
    return {
      statement: arbiterWithdrawal(domain, message),
      built: client.coSignedWithdrawal(message),
      signer: coSigner,
      call: (signature) => ({ from: account, data: encoded('withdraw', args, signature) }),
      isAccepted: refuses('InsufficientBalance'),
      isRefused: refuses('InvalidSignature'),
    };
  },

  'OrderCancellation, co-signed': (draw, { domain, coSigner }) => {
    const account = draw.address();
    const [orderHashes, deadline] = [draw.list(5, () => draw.hash()), draw.deadline()];
    return {
      statement: orderCancellation(domain, { account, orderHashes, deadline }),
      built: client.orderCancellation(account, orderHashes, deadline),
      signer: coSigner,
      call: (signature) => ({
        from: account,
        data: encoded('cancelOrdersCoSigned', [orderHashes, deadline], signature),
      }),
      ...onlyIfSigned,
    };
  },

  "OrderCancellation, the account's": (draw, { domain, settler }) => {
    const signer = draw.key();
    const [orderHashes, deadline] = [draw.list(5, () => draw.hash()), draw.deadline()];
    const account = signer.address;
    return {
      statement: orderCancellation(domain, { account, orderHashes, deadline }),
      built: client.orderCancellation(account, orderHashes, deadline),
      signer,
      call: (signature) => ({
        from: settler,
        data: encoded('cancelOrdersFor', [account, orderHashes, deadline], signature),
      }),
      ...onlyIfSigned,
    };
  },

  MinimumNonce(draw, { domain, coSigner }) {
    const account = draw.address();
    const message = { account, token: draw.address(), minNonce: draw.uint(64), deadline: draw.deadline() };
    const args = [message.token, message.minNonce, message.deadline];
    return {
      statement: minimumNonce(domain, message),
      built: client.minimumNonce(account, message.token, message.minNonce, message.deadline),
      signer: coSigner,
      call: (signature) => ({ from: account, data: encoded('raiseMinNonceCoSigned', args, signature) }),
      ...onlyIfSigned,
    };
  },

  Delegation(draw, { domain }) {
    const [signer, account, deadline] = [draw.key(), draw.address(), draw.deadline()];
    const validUntil = draw.deadline();
    return {
      statement: delegation(domain, { account, delegate: signer.address, deadline }),
      built: client.delegation(account, signer.address, deadline),
      signer,
      call: (signature) => ({
        from: account,
        data: encoded('addDelegate', [signer.address, validUntil, deadline], signature),
      }),
      ...onlyIfSigned,
    };
  },

  DelegateRemoval(draw, { domain, coSigner }) {
    const [delegate, account, deadline] = [draw.address(), draw.address(), draw.deadline()];
    const slot = keccak256(
      AbiCoder.defaultAbiCoder().encode(['address', 'uint256'], [delegate, DELEGATES_SLOT]),
    );
    return {
      statement: delegateRemoval(domain, { account, delegate, deadline }),
      built: client.delegateRemoval(account, delegate, deadline),
      signer: coSigner,
      call: (signature) => ({
        from: account,
        data: encoded('removeDelegateCoSigned', [delegate, deadline], signature),
        storage: { [slot]: toBeHex(account, 32) },
      }),
      ...onlyIfSigned,
    };
  },
};
