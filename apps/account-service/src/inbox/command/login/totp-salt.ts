import { accountCommands, type RequestOf } from '@exchange/contract/bus';
import { ok, reject, type Result } from '@exchange/core/kernel';
import { base32Bytes, matchingStep, type Records } from '@exchange/platform';
import { checkDeadline } from '../../../login/authority';
import { type TotpSaltRow, totpSaltTable, usernameTable } from '../../../persistence/tables/identity-tables';
import { handle } from '../../handle';
import type { LedgerTurn } from '../../../ledger-turn';

const DAY_MS = 86_400_000;
const TRIES_PER_DAY = 100;

/** One refusal for every reason: it must not tell which names, salts and codes there are. */
const REFUSED = reject('TOTP_INVALID', 'no salt for this name or address and this code');

type Request = RequestOf<typeof accountCommands.totpSalt>;

/** Hands out a salt for a code of its secret. A code works once; tries are few, whether they succeed or not. */
export const totpSalt = handle(accountCommands.totpSalt, {
  async prepare({ request }, { records }) {
    const account = await accountOf(request, records);
    const [row] = await records.find(totpSaltTable, { where: { account } });
    return row;
  },

  decide(turn, received, stored) {
    const { request } = received;
    const inTime = checkDeadline(turn, received);
    if (!inTime.ok) return inTime;
    const salt = tryCode(turn, request, stored);
    if (!salt.ok) return salt;
    return ok(() => ({ salt: salt.value }));
  },
});

async function accountOf({ username, account }: Request, records: Records): Promise<string> {
  if (username === undefined) return account ?? '';
  const [row] = await records.find(usernameTable, { where: { folded: username.toLowerCase() } });
  return row?.account ?? '';
}

function tryCode(turn: LedgerTurn, request: Request, stored: TotpSaltRow | undefined): Result<string> {
  const { rules, book, output, at } = turn;
  if (stored === undefined) return REFUSED;
  const { account } = stored;
  const row = output.rows.waiting(totpSaltTable, account) ?? stored;
  const day = Math.floor(at / DAY_MS);
  const dayTries = row.day === day ? row.dayTries : 0;
  if (dayTries >= TRIES_PER_DAY || !book.totpTries.take(account, request.client, at)) return REFUSED;
  const secret = base32Bytes(rules.vault.open(row.secret, `totp secret of ${account}`));
  const step = matchingStep(secret, request.code, at, row.lastStep);
  const counted = { ...row, day, dayTries: dayTries + 1, lastStep: step ?? row.lastStep };
  output.rows.put(totpSaltTable, account, counted);
  return step === undefined ? REFUSED : ok(rules.vault.open(row.salt, `totp salt of ${account}`));
}
