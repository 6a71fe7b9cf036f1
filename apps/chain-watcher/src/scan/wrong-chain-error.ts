/** The database belongs to another chain, contract or start: nothing in it would be true here. */
export class WrongChainError extends Error {
  override readonly name = 'WrongChainError';
}
