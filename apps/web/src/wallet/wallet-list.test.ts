import { describe, expect, it, jest } from '@jest/globals';
import { WalletList } from './wallet-list';

const provider = () => ({ request: () => Promise.resolve(null) });

/** A page with a wallet for each name, which announce themselves when they are asked. */
function pageWith(names: readonly string[], ethereum?: unknown) {
  const page = Object.assign(new EventTarget(), { ethereum });
  const wallets = names.map((name) => ({
    info: { uuid: name, name, icon: '', rdns: `org.${name}` },
    provider: provider(),
  }));
  const announce = (detail: unknown) =>
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  page.addEventListener('eip6963:requestProvider', () => wallets.forEach(announce));
  return { page, wallets, announce };
}

const later = () => jest.advanceTimersByTime(1_000);
const namesIn = (list: WalletList) => list.cell.get().map(({ name }) => name);

describe('the wallets of a browser', () => {
  it('are all that announce themselves, also those that come late, each once', () => {
    jest.useFakeTimers();
    const { page, wallets, announce } = pageWith(['alpha', 'beta']);
    const list = new WalletList(page, 'Browser wallet');
    expect(namesIn(list)).toEqual(['alpha', 'beta']);
    announce({ info: { uuid: 'g', name: 'gamma', icon: '', rdns: 'org.gamma' }, provider: provider() });
    announce(wallets[0]);
    expect(namesIn(list).sort()).toEqual(['alpha', 'beta', 'gamma']);
    jest.useRealTimers();
  });

  it('are the one without a name where none announces itself', () => {
    jest.useFakeTimers();
    const { page } = pageWith([], provider());
    const list = new WalletList(page, 'Browser wallet');
    expect(namesIn(list)).toEqual([]);
    later();
    expect(list.cell.get()).toEqual([
      { id: 'window.ethereum', name: 'Browser wallet', provider: page.ethereum },
    ]);
    jest.useRealTimers();
  });

  it('show one that is also window.ethereum by its name alone, whichever comes first', () => {
    jest.useFakeTimers();
    const first = pageWith(['alpha']);
    const list = new WalletList(
      Object.assign(first.page, { ethereum: first.wallets[0]?.provider }),
      'Browser wallet',
    );
    later();
    expect(namesIn(list)).toEqual(['alpha']);
    const own = provider();
    const second = pageWith([], own);
    const other = new WalletList(second.page, 'Browser wallet');
    later();
    second.announce({ info: { uuid: 'l', name: 'late', icon: '', rdns: 'org.late' }, provider: own });
    expect(namesIn(other)).toEqual(['late']);
    jest.useRealTimers();
  });

  it('leave out what is no announcement', () => {
    const { page, announce } = pageWith([]);
    const list = new WalletList(page, 'Browser wallet');
    for (const detail of [
      null,
      {},
      { info: null, provider: provider() },
      { info: { name: 'x', rdns: 'y' }, provider: {} },
    ])
      announce(detail);
    announce({ info: { name: ' ', rdns: 'y' }, provider: provider() });
    expect(namesIn(list)).toEqual([]);
  });

  it('can be waited for', async () => {
    const { page, announce } = pageWith([]);
    const list = new WalletList(page, 'Browser wallet');
    const found = list.found('org.late', 1_000);
    announce({ info: { uuid: 'l', name: 'late', icon: '', rdns: 'org.late' }, provider: provider() });
    await expect(found).resolves.toMatchObject({ name: 'late' });
    await expect(list.found('org.never', 10)).resolves.toBeUndefined();
  });
});
