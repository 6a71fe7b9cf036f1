import { accountCommands, accountQueries } from '@exchange/contract/bus';
import { type Address, address, partition, reject } from '@exchange/core/kernel';
import { type OrderSignature, parseSignature, recoverMessageSigner } from '@exchange/core/order';
import type { CommandOf } from '@exchange/core/wire';
import { login } from '../../session/login';
import type { CommandTurn } from '../command-turn';

type SignedLogin = CommandOf<'authenticate'> | CommandOf<'authenticateDelegate'>;

/** authenticate: the signer of the message is the account. */
export function authenticate(command: CommandOf<'authenticate'>, turn: CommandTurn): Promise<void> {
  return turn.logIn(async () => {
    const signed = readLogin(command, turn);
    if (signed !== undefined) await signIn(command, turn, signed.signer, signed.signature);
  });
}

/** authenticateDelegate: the signer is a delegate, and the account is whose delegate it is. */
export function authenticateDelegate(
  command: CommandOf<'authenticateDelegate'>,
  turn: CommandTurn,
): Promise<void> {
  return turn.logIn(() => authenticateSigner(command, turn));
}

async function authenticateSigner(
  command: CommandOf<'authenticateDelegate'>,
  turn: CommandTurn,
): Promise<void> {
  const signed = readLogin(command, turn);
  if (signed === undefined) return;
  const query = accountQueries.delegateAccountQuery;
  const found = await turn.edge.owner.askPartition(query, partition(0), { delegate: signed.signer });
  if (!found.ok) {
    turn.refuse(found);
  } else if (found.value.account === null) {
    turn.refuse(reject('DELEGATE_UNKNOWN', `${signed.signer} is no account's delegate`));
  } else {
    await signIn(command, turn, address(found.value.account), signed.signature);
  }
}

function readLogin(
  { message, signature: hex }: SignedLogin,
  turn: CommandTurn,
): { signer: Address; signature: OrderSignature } | undefined {
  const signature = parseSignature(hex);
  const signer = signature.ok ? recoverMessageSigner(message, signature.value, turn.edge.crypto) : signature;
  if (signature.ok && signer.ok) return { signer: signer.value, signature: signature.value };
  if (!signer.ok) turn.refuse(signer);
  return undefined;
}

function signIn(
  { c, message, nonce }: SignedLogin,
  turn: CommandTurn,
  account: Address,
  signature: OrderSignature,
): Promise<void> {
  const byDelegate = c === 'authenticateDelegate';
  return login(turn, account, () =>
    turn.edge.owner.ask(
      accountCommands.authenticate,
      account,
      {
        ...{ origin: turn.origin, ...turn.timing },
        ...{ account, message, nonce, signature, byDelegate, entriesInParts: true },
      },
      turn.leftMs,
    ),
  );
}
