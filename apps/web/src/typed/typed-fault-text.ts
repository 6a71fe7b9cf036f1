import { typedText as text } from '../text/typed';
import type { TypedFault } from './typed-amount';

/** Why what was typed in a field can't be used, and what would be right. `symbol` is of the token whose amount it is. */
export function typedFaultText(fault: TypedFault, symbol: string): string {
  switch (fault.kind) {
    case 'malformed':
      return text.malformed[fault.fault];
    case 'ambiguous':
      return text.ambiguous(fault.readings);
    case 'zero':
      return text.zero;
    case 'decimals':
      return text.decimals(symbol, fault.decimals, fault.nearest);
    case 'digits':
      return text.digits(fault.nearest);
    case 'too large':
      return text.tooLarge;
    case 'too much':
      return text.tooMuch(fault.most, symbol);
  }
}
