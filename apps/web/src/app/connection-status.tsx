import type { ConnectionState } from '@exchange/client';
import { useCell, useExchange } from '../exchange/use-exchange';
import { text } from '../text/en';

/** How the line to the exchange stands, always to be seen. Tries to come back are one state: it is read out once. */
export function ConnectionStatus() {
  const state = useCell(useExchange().connection);
  const kind = state.kind === 'connecting' ? 'closed' : state.kind;
  return (
    <p className="connection" role="status" data-state={kind}>
      {words(state)}
    </p>
  );
}

function words(state: ConnectionState): string {
  switch (state.kind) {
    case 'stale':
      return text.connection.stale(Math.round(state.silentMs / 1_000));
    case 'connecting':
      return text.connection.closed;
    case 'closed':
      return state.retryInMs === undefined ? text.connection.ended : text.connection.closed;
    case 'ready':
    case 'draining':
      return text.connection[state.kind];
  }
}
