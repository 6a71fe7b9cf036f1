import {
  type OrderSignature,
  parseSignature,
  type SigningDomain,
  type TypedDomain,
  typedDomain,
  type TypedField,
} from '@exchange/core/order';
import type { Consent } from '../consent';
import type { Signer } from '../order/signer';

/** What is signed as typed data (EIP-712): the members of one type, and their values as JSON can say them. */
export interface TypedStatement {
  readonly types: Record<string, TypedField[]>;
  readonly message: Readonly<Record<string, unknown>>;
}

/** A statement that is good until its deadline, in Unix seconds. */
export interface TimedStatement extends TypedStatement {
  readonly message: Readonly<Record<string, unknown>> & { readonly deadline: number };
}

/** A statement with a type of one name, whose members are written `address account`. */
export const statement = <M extends Readonly<Record<string, unknown>>>(
  name: string,
  members: readonly string[],
  message: M,
) => ({ types: { [name]: members.map(field) }, message });

function field(member: string): TypedField {
  const [type = '', name = ''] = member.split(' ');
  return { name, type };
}

/** Signs a statement for a contract, which its domain names. TypeError for a signer that gives no signature of 65 bytes. */
export async function signStatement(
  signer: Signer,
  { types, message }: TypedStatement,
  domain: TypedDomain,
): Promise<OrderSignature> {
  const signature = parseSignature(await signer.signTypedData(domain, types, message));
  if (!signature.ok) throw new TypeError(signature.message);
  return signature.value;
}

/** Signs what the exchange contract takes with v, r, s and the deadline. */
export async function signConsent(
  signer: Signer,
  timed: TimedStatement,
  domain: SigningDomain,
): Promise<Consent> {
  const signature = await signStatement(signer, timed, typedDomain(domain));
  return { ...signature, deadline: timed.message.deadline };
}
