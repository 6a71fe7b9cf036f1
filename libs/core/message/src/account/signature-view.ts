import { Type } from '@sinclair/typebox';
import { described, hashText, optional, plain, uint, type ValueOf, view } from '../codec';

const parity = plain<number>(Type.Integer({ minimum: 27, maximum: 28, description: '27 or 28' }));

/** The members of a co-signature that are there; `deadline` in Unix seconds. Empty where there is none (yet). */
export const signatureView = view({
  v: optional(parity),
  r: optional(described(hashText, 'first half of the signature')),
  s: optional(described(hashText, 'second half, in its lower form')),
  nonce: optional(described(uint, 'nonce that was signed')),
  deadline: optional(described(uint, 'Unix seconds after which the contract refuses it')),
});
export type SignatureView = ValueOf<typeof signatureView>;
