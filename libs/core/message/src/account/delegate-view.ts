import { addressText, bool, shown, text, type ValueOf, view } from '../codec';
import { signatureView } from './signature-view';

/** A key that may log in and sign orders for an account (seed: Delegate object). */
export const delegateView = view({
  delegate: shown('DELEGATE_ADDRESS', addressText, 'address of the key'),
  active: shown('ACTIVE', bool, 'whether the contract knows it as delegate'),
  accepted: shown('ACCEPTED', bool, 'whether the exchange takes its signatures'),
  removalSignature: shown(
    'REMOVAL_SIGNATURE',
    signatureView,
    'of the exchange for its contract; empty until there is one',
  ),
  label: shown('LABEL', text, 'name that the account gave it; may be empty'),
  isTradingLogin: shown('IS_TRADING_LOGIN', bool, 'whether it is the key of a trading login'),
});
export type DelegateView = ValueOf<typeof delegateView>;
