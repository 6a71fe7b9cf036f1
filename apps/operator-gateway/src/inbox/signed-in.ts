import { ok } from '@exchange/core/kernel';
import { refuse } from '@exchange/core/operator';
import { remove, upsert } from '@exchange/platform';
import { sessionTable, usedCodeTable } from '../persistence/tables';
import { type DeskTurn, handle, signal } from './desk-turn';

/** Opens a session; a code that was used already opens none. */
export const takeSignedIn = handle(signal('signed_in'), {
  decide(turn, asked) {
    const { session, step } = asked;
    const { state, changes, at } = turn;
    const { person, digest, roles } = session;
    if (step !== undefined) {
      if (step <= (state.usedCodes.get(person) ?? -1)) {
        asked.result = refuse('LOGIN_REFUSED', 'this code was used already: wait for the next one');
        return;
      }
      state.usedCodes.set(person, step);
      changes.push(upsert(usedCodeTable, [{ person, step }]));
    }
    forgetEnded(turn);
    state.sessions.set(digest, session);
    changes.push(upsert(sessionTable, [session]));
    turn.lines.push({ level: 'info', fields: { person, at }, message: 'signed in' });
    asked.result = ok({ name: person, roles: state.rolesOf(person, roles) });
  },
});

function forgetEnded({ state, changes, at }: DeskTurn): void {
  const ended = [...state.sessions.values()].filter(({ expiresAt }) => expiresAt <= at);
  for (const { digest } of ended) state.sessions.delete(digest);
  if (ended.length > 0)
    changes.push(
      remove(
        sessionTable,
        ended.map(({ digest }) => ({ digest })),
      ),
    );
}
