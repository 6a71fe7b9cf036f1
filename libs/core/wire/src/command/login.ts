import { type Address, ZERO_ADDRESS } from '@exchange/core/kernel';
import { define, exactlyOne, type FieldRule } from './definition';
import {
  addressText,
  anyText,
  flag,
  form,
  label,
  optional,
  secret,
  signatureText,
  text,
  uint,
} from './field';

const signedLogin = { message: anyText(4000, 1), nonce: uint(), signature: signatureText() };
const username = () => form('^[A-Za-z0-9_-]{3,30}$', '3 to 30 letters, digits, _ or -');

const isKey: FieldRule<{ address: Address }> = {
  says: 'address must not be the zero address, of which nobody has the key',
  holds: ({ address }) => address !== ZERO_ADDRESS,
};

/** Logins, sessions, names and delegates (seed: Authentication; docs/interface, added commands). */
export const loginCommands = {
  authenticate: define({ fields: signedLogin, tenths: 20, right: 'anyone' }),
  authenticateDelegate: define({ fields: signedLogin, tenths: 20, right: 'anyone' }),
  authenticateWithSession: define({
    fields: { address: addressText(), session: secret(text(200, 1)) },
    tenths: 20,
    right: 'anyone',
  }),
  logoff: define({ fields: {}, tenths: 10, right: 'anyone' }),
  getUsername: define({ fields: {}, tenths: 5, right: 'account' }),
  updateUsername: define({
    fields: { username: username(), signature: signatureText() },
    tenths: 10,
    right: 'ownKey',
  }),
  registerTOTPSalt: define({
    fields: {
      TOTPSecret: secret(form('^[A-Z2-7]{16}$', '16 base32 characters')),
      salt: secret(text(128, 1)),
    },
    tenths: 20,
    right: 'ownKey',
  }),
  getTOTPSalt: define({
    fields: {
      TOTP: secret(uint(0, 999_999)),
      username: optional(username()),
      address: optional(addressText()),
    },
    tenths: 15,
    right: 'anyone',
    rules: [exactlyOne('username', 'address')],
  }),
  getDelegateSnapshot: define({ fields: {}, tenths: 10, right: 'account' }),
  announceDelegate: define({
    fields: { address: addressText(), label: optional(label()), isTradingLogin: optional(flag()) },
    tenths: 20,
    right: 'account',
    rules: [isKey],
  }),
  updateDelegateLabel: define({
    fields: { address: addressText(), label: label() },
    tenths: 10,
    right: 'ownKey',
    rules: [isKey],
  }),
  signDelegationRemoval: define({
    fields: { address: addressText() },
    tenths: 25,
    right: 'ownKey',
    rules: [isKey],
  }),
  cancelOnDisconnect: define({
    fields: { seconds: uint(0, 600) },
    tenths: 10,
    right: 'account',
    rules: [
      {
        says: 'seconds must be 0 (off) or from 5 to 600',
        holds: ({ seconds }) => seconds === 0 || seconds >= 5,
      },
    ],
  }),
  ping: define({ fields: {}, tenths: 1, right: 'anyone' }),
  postMessage: define({ fields: { message: text(500, 1) }, tenths: 20, right: 'account' }),
};
