/** What is told while somebody looks elsewhere. Amounts and rates come as exact decimals. */
export const noticeText = {
  title: 'Notices',
  dismiss: 'Dismiss',
  fill: {
    buy: (amount: string, traded: string, rate: string, quote: string) =>
      `Bought ${amount} ${traded} at ${rate} ${quote}.`,
    sell: (amount: string, traded: string, rate: string, quote: string) =>
      `Sold ${amount} ${traded} at ${rate} ${quote}.`,
  },
  placed: (what: string) => `Accepted: ${what}.`,
  waits: (what: string) => `Accepted: ${what}. It waits for its stop.`,
  crossed: (what: string) => `Its stop was crossed: ${what}.`,
  filled: (what: string) => `Filled: ${what}.`,
  canceled: (what: string, why: string) => `Canceled: ${what}. ${why === '' ? 'No reason was given' : why}.`,
  order: {
    buy: (amount: string, traded: string, rate: string, market: string) =>
      `buy ${amount} ${traded} at ${rate} in ${market}`,
    sell: (amount: string, traded: string, rate: string, market: string) =>
      `sell ${amount} ${traded} at ${rate} in ${market}`,
  },
  deposit: (amount: string, symbol: string) => `The deposit of ${amount} ${symbol} is final: it can be used.`,
  withdrawn: (amount: string, symbol: string) => `The withdrawal of ${amount} ${symbol} is final.`,
  status: {
    open: (market: string) => `${market} is open again.`,
    post_only: (market: string) => `${market} takes only orders that rest now.`,
    cancel_only: (market: string) => `${market} closes: it takes no orders now; open ones can be canceled.`,
    delisted: (market: string) => `${market} has been taken off the list: its orders are canceled.`,
  },
  line: {
    lost: 'The line to the exchange is lost; it comes back by itself. What is shown may be old.',
    stale: 'Nothing was heard for a while. What is shown may be old.',
    back: 'The line is back; what was missed has been told.',
    draining: 'The exchange restarts a part of itself: the line is renewed soon.',
  },
  book: (market: string) => `The book of ${market} could not be believed, and is asked for again.`,
  loginNeeded: 'Your login has ended. Log in again to place orders.',
  operator: (words: string) => `The exchange says: ${words}`,
} as const;
