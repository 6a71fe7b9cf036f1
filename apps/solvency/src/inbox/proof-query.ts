import { solvencyQueries } from '@exchange/contract/bus';
import { amount, ok, reject } from '@exchange/core/kernel';
import { handle } from './solvency-turn';

const NO_LEAF = reject('UNKNOWN_ENTRY', 'the contract never held any of this token for the account');
const NOT_YET = reject('UNAVAILABLE', 'no check was made yet; try again in a minute');
const WRONG_SALT = reject('INVALID_FIELD', 'the salt is not the one of the account');

/** The proof of an account's leaf under the root of the newest report, for whoever has the account's salt. */
export const answerProof = handle(solvencyQueries.proofQuery, {
  decide({ state }, { request: { account, token, salt } }) {
    const { report } = state;
    if (salt !== state.saltOf(account)) return WRONG_SALT;
    if (report === undefined) return NOT_YET;
    const root = report.tokens.find((one) => one.token === token)?.root;
    // First, as asking for a book makes one.
    if (root === undefined) return NO_LEAF;
    const proof = state.book(token).proof(account, report.block);
    if (proof === undefined) return NO_LEAF;
    const { index, block, leaves } = proof;
    const siblings = proof.siblings.map(({ sum, hash }) => ({ sum: amount(sum), hash }));
    const shown = { amount: amount(proof.amount), index, block, leaves, root, siblings };
    return ok(() => shown);
  },
});
