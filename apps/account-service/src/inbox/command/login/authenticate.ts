import { accountCommands, type RequestOf } from '@exchange/contract/bus';
import { type Address, ok, reject, type Result } from '@exchange/core/kernel';
import { acceptNonce, mayAct } from '@exchange/core/ledger';
import { canonicalSignature, knownSigner, personalMessageDigest } from '@exchange/core/order';
import { checkLoginMessage } from '../../../login/login-message';
import { checkConnection } from '../../../login/authority';
import { issueSession, sessionReply } from '../../../login/open-session';
import { newSessionId } from '../../../login/session';
import { storeNonces } from '../../../outbox/login-rows';
import { handle } from '../../handle';
import type { LedgerTurn } from '../../../ledger-turn';

type Request = RequestOf<typeof accountCommands.authenticate>;

/** A login with the account's own key or a delegate's; the signature is checked here, whatever the gateway saw. */
export const authenticate = handle(accountCommands.authenticate, {
  needs: ({ request }) => ({ accounts: [request.account] }),

  async prepare({ request }, { crypto, entropy, signers }) {
    const session = newSessionId(entropy);
    const canonical = canonicalSignature(request.signature);
    if (!canonical.ok) return { signer: canonical, session };
    const digest = personalMessageDigest(request.message, crypto.keccak256);
    return { signer: knownSigner(await signers.recover(digest, canonical.value)), session };
  },

  decide(turn, received, { signer, session: fresh }) {
    const { request } = received;
    const connected = checkConnection(turn, received);
    if (!connected.ok) return connected;
    const login = checkLogin(turn, request, signer);
    if (!login.ok) return login;
    const { account } = request;
    const delegate = request.byDelegate ? login.value : null;
    const session = request.byDelegate ? null : fresh;
    if (session !== null) issueSession(turn, account, session);
    return ok(() => sessionReply(turn, account, delegate, session, request));
  },
});

function checkLogin(turn: LedgerTurn, request: Request, signer: Result<Address>): Result<Address> {
  if (!signer.ok) return signer;
  const message = checkLoginMessage(request.message, request.nonce, turn.rules.loginDomain);
  if (!message.ok) return message;
  const entitled = checkSigner(turn, request, signer.value);
  if (!entitled.ok) return entitled;
  const used = useNonce(turn, request.account, signer.value, request.nonce);
  return used.ok ? signer : used;
}

function checkSigner(turn: LedgerTurn, request: Request, signer: Address): Result<Address> {
  const { account } = request;
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
