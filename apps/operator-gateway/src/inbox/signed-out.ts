import { remove } from '@exchange/platform';
import { sessionTable } from '../persistence/tables';
import { handle, signal } from './desk-turn';

/** Ends a session. */
export const takeSignedOut = handle(signal('signed_out'), {
  decide({ state, changes }, { digest }) {
    if (state.sessions.delete(digest)) changes.push(remove(sessionTable, [{ digest }]));
  },
});
