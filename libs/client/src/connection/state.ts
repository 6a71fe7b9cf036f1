/** How a client stands with the server. */
export type ConnectionState =
  /** Opening a line, or making it what the last one was: login, subscriptions. */
  | { readonly kind: 'connecting' }
  | { readonly kind: 'ready' }
  /** Nothing was heard for so long, not even an answer to a ping: the line is about to be given up. */
  | { readonly kind: 'stale'; readonly silentMs: number }
  /** Ready still, but the server has asked to connect anew after so long. */
  | { readonly kind: 'draining'; readonly reconnectInMs: number; readonly text: string }
  /** `retryInMs` is undefined when nobody tries: it was closed on purpose, or another tab has the line. */
  | { readonly kind: 'closed'; readonly retryInMs: number | undefined };
