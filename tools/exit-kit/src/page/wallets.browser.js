/** Wallets of the browser: those that announce themselves (EIP-6963), else the one that is just there (EIP-1193). */

/** Calls `found` with the name of each wallet and what it is asked through, as they come. */
export function findWallets(found) {
  const known = new Set();
  const tell = (name, provider) => {
    if (known.has(provider)) return;
    known.add(provider);
    found(name, provider);
  };
  window.addEventListener('eip6963:announceProvider', ({ detail }) => {
    tell(String(detail?.info?.name ?? 'Wallet').slice(0, 40), detail.provider);
  });
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  // It may have come with a name in the meantime.
  setTimeout(() => {
    if (window.ethereum && known.size === 0) tell('Wallet of the browser', window.ethereum);
  }, 200);
}
