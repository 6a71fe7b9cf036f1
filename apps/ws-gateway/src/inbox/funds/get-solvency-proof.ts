import { accountQueries, solvencyQueries } from '@exchange/contract/bus';
import { address } from '@exchange/core/kernel';
import type { CommandOf } from '@exchange/core/wire';
import { type CommandTurn, noAnswer } from '../command-turn';

/**
 * getSolvencyProof (added to the seed): that what the contract owes the account is part of the published sum. account-service
 * gives the account's salt to its login; with that the standing check gives the proof.
 */
export function getSolvencyProof({ token: named }: CommandOf<'getSolvencyProof'>, turn: CommandTurn): void {
  const { session, edge } = turn;
  const { account } = session;
  const token = address(named);
  turn.look(accountQueries.solvencySaltQuery, { grant: session.grant }, ({ salt }) => {
    const asked = { account, token, salt };
    turn.guard(
      edge.past.ask(solvencyQueries.proofQuery, asked).then((reply) => {
        if (!reply.ok) return turn.refuse(reply.code === 'UNKNOWN_OUTCOME' ? noAnswer() : reply);
        const { amount, siblings, ...proof } = reply.value;
        turn.answer(0, 'solvencyProof', {
          ...{ account, token, salt, ...proof, amount: `${amount}` },
          siblings: siblings.map(({ sum, hash }) => ({ sum: `${sum}`, hash })),
        });
      }),
    );
  });
}
