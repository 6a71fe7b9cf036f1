import { define } from './definition';
import { addressText, amountText, hashText, optional, signatureFormat, signatureText, uint } from './field';

/** Balances, deposits and withdrawals (seed: Websocket commands). */
export const fundCommands = {
  getBalanceSnapshot: define({ fields: {}, tenths: 10, right: 'account' }),
  getFeeTier: define({ fields: {}, tenths: 10, right: 'account' }),
  getSolvencyProof: define({ fields: { token: addressText() }, tenths: 10, right: 'account' }),
  signWithdrawal: define({
    fields: { token: addressText(), amount: amountText() },
    tenths: 25,
    right: 'ownKey',
  }),
  submitWithdrawal: define({
    fields: {
      token: addressText(),
      amount: amountText(),
      nonce: uint(),
      signature: signatureText(),
      signatureFormat: signatureFormat(),
      receiver: optional(addressText()),
      maxFee: optional(amountText()),
      deadline: optional(uint(0, 2 ** 32 - 1)),
    },
    tenths: 25,
    right: 'account',
  }),
  withdrawalTransaction: define({
    fields: { id: uint(), txhash: hashText() },
    tenths: 15,
    right: 'account',
  }),
  announceDeposit: define({
    fields: { token: addressText(), amount: amountText(), txhash: hashText() },
    tenths: 10,
    right: 'account',
  }),
};
