import { accountCommands, type RequestOf } from '@exchange/contract/bus';
import { type Address, address, hash, reject, type Result } from '@exchange/core/kernel';
import { acceptNonce, mayAct } from '@exchange/core/ledger';
import { canonicalSignature, recoverMessageSigner } from '@exchange/core/order';
import { checkLoginMessage } from '../../../login/login-message';
import { checkDeadline } from '../../../login/authority';
import { issueSession, sessionReply } from '../../../login/open-session';
import { storeNonces } from '../../../outbox/login-rows';
import type { LedgerTurn, RequestHandler } from '../../request-handler';

type Request = RequestOf<typeof accountCommands.authenticate>;

/** A login with the account's own key or a delegate's; the signature is checked here, whatever the gateway saw. */
export const authenticate: RequestHandler<typeof accountCommands.authenticate, Result<Address>> = {
  definition: accountCommands.authenticate,

  accounts: (request) => [address(request.account)],

  prepare({ message, signature }, { crypto }) {
    const { v, r, s } = signature;
    const canonical = canonicalSignature({ v, r: hash(r), s: hash(s) });
    return canonical.ok ? recoverMessageSigner(message, canonical.value, crypto) : canonical;
  },

  apply(turn, { incoming, request, sender }, signer) {
    const { definition } = authenticate;
    const login = checkLogin(turn, request, sender, signer);
    if (!login.ok) return turn.output.refuse(incoming, definition, login);
    const account = address(request.account);
    const delegate = request.byDelegate ? login.value : null;
    const session = request.byDelegate ? null : issueSession(turn, account);
    turn.output.reply(incoming, definition, () =>
      sessionReply(turn, account, delegate, session, request.origin),
    );
  },
};

function checkLogin(
  turn: LedgerTurn,
  request: Request,
  sender: string,
  signer: Result<Address>,
): Result<Address> {
  const inTime = checkDeadline(turn, request.deadline);
  if (!inTime.ok) return inTime;
  if (request.origin.gateway !== sender)
    return reject('INVALID_GRANT', 'the connection is another gateway’s');
  if (!signer.ok) return signer;
  const message = checkLoginMessage(request.message, request.nonce, turn.context.loginDomain);
  if (!message.ok) return message;
  const entitled = checkSigner(turn, request, signer.value);
  if (!entitled.ok) return entitled;
  const used = useNonce(turn, address(request.account), signer.value, request.nonce);
  return used.ok ? signer : used;
}

function checkSigner(turn: LedgerTurn, request: Request, signer: Address): Result<Address> {
  const account = address(request.account);
  if (!request.byDelegate) {
    if (signer === account) return { ok: true, value: signer };
    return reject('INVALID_SIGNATURE', `the message was signed by ${signer}, not by ${account}`);
  }
  if (mayAct(turn.book.account(account).delegates.get(signer), Math.floor(turn.at / 1000))) {
    return { ok: true, value: signer };
  }
  return reject('DELEGATE_UNKNOWN', `${signer} is no accepted delegate of ${account}`);
}

/** Each message is accepted once per signer: its nonce must be new (docs/interface, authentication). */
function useNonce(turn: LedgerTurn, account: Address, signer: Address, nonce: number): Result<void> {
  const login = turn.book.login(account);
  const mine = login.nonces.get(signer) ?? [];
  const kept = acceptNonce(mine, nonce);
  if (!kept.ok) return kept;
  login.nonces.set(signer, kept.value);
  if (login.onRecord) storeNonces(turn.output.rows, account, signer, kept.value);
  return { ok: true, value: undefined };
}
