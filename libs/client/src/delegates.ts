import { address } from '@exchange/core/kernel';
import type { DelegateView } from '@exchange/core/wire';
import { awaited } from './awaited';
import type { ClientEvents } from './client-events';
import { type Consent, consentOf } from './consent';
import type { Ask, Request } from './ask';
import type { Listeners } from './listeners';

/** Settlement of the last trades may take minutes. */
const SETTLEMENT_MS = 15 * 60_000;

/** The keys that may log in and sign orders for the account. */
export class Delegates {
  constructor(
    private readonly ask: Ask,
    private readonly request: Request,
    private readonly events: Listeners<ClientEvents>,
  ) {}

  async all(): Promise<readonly DelegateView[]> {
    return (await this.ask({ c: 'getDelegateSnapshot' }, 'delegateSnapshot')).delegates;
  }

  /** Shows a delegate before addDelegate of the contract is mined; it gets no rights by that. */
  async announce(delegate: string, label = '', isTradingLogin = false): Promise<DelegateView> {
    const command = { c: 'announceDelegate', address: address(delegate), label, isTradingLogin } as const;
    return (await this.ask(command, 'delegateStatus')).delegate;
  }

  async label(delegate: string, label: string): Promise<DelegateView> {
    const command = { c: 'updateDelegateLabel', address: address(delegate), label } as const;
    return (await this.ask(command, 'delegateStatus')).delegate;
  }

  /**
   * Stops a delegate at once, and resolves with the consent for removeDelegateCoSigned when everything that it signed
   * is settled. TIMEOUT and UNKNOWN_OUTCOME leave it stopped: ask again.
   */
  remove(delegate: string, timeoutMs = SETTLEMENT_MS): Promise<Consent> {
    const key = address(delegate);
    const pick = ({ delegate: shown }: ClientEvents['delegateStatus']) =>
      shown.delegate === key ? consentOf(shown.removalSignature) : undefined;
    const ask = () => this.request({ c: 'signDelegationRemoval', address: key }, timeoutMs);
    return awaited(this.events, 'delegateStatus', pick, ask, timeoutMs);
  }
}
