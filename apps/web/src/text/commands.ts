/** The texts of commands by name. */
export const commandText = {
  title: 'Commands',
  open: 'Commands (Ctrl K)',
  what: 'Type a part of its name',
  none: (typed: string) => `No command has “${typed}” in its name`,
  goTo: (part: string) => `Go to: ${part}`,
  market: (traded: string, quote: string) => `Market ${traded}/${quote}`,
  funds: 'Funds and keys',
  connect: 'Connect a wallet',
  account: 'Account',
  logOff: 'Log off',
  theme: 'Next theme',
} as const;
