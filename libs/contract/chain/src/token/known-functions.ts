import { id } from 'ethers';
import { tokenTrap, type TokenTrap, type TokenTrapName } from './token-traps';

/** Functions of well-known tokens that give a trap away, as they are declared. */
const KNOWN: Readonly<Partial<Record<TokenTrapName, readonly string[]>>> = {
  'may be paused': ['pause()', 'pause(bool)', 'setPaused(bool)'],
  'may block holders': [
    'blacklist(address)',
    'addBlackList(address)',
    'addToBlacklist(address)',
    'isBlacklisted(address)',
    'isBlackListed(address)',
    'freeze(address)',
    'freezeAccount(address,bool)',
    'isFrozen(address)',
    'wipeFrozenAddress(address)',
    'destroyBlackFunds(address)',
    'addToDenylist(address)',
    'block(address)',
  ],
  'may mint': ['mint(address,uint256)', 'mint(uint256)', 'issue(uint256)', 'increaseSupply(uint256)'],
  'may take a fee of transfers': [
    'basisPointsRate()',
    'setParams(uint256,uint256)',
    'transferFee()',
    'setTransferFee(uint256)',
    '_taxFee()',
    'taxFee()',
    'setTaxFeePercent(uint256)',
    'excludeFromFee(address)',
    'isExcludedFromFee(address)',
    'buyTax()',
    'sellTax()',
  ],
  'changes balances by itself': [
    'rebase(uint256,int256)',
    'rebase(int256)',
    'rebase(uint256)',
    'sharesOf(address)',
    'getSharesByPooledEth(uint256)',
    'scaledBalanceOf(address)',
    'scaledTotalSupply()',
    'rebasingCreditsPerToken()',
    'gonsForBalance(uint256)',
    'reflectionFromToken(uint256,bool)',
  ],
  'calls whoever sends or receives it': [
    'granularity()',
    'defaultOperators()',
    'authorizeOperator(address)',
    'operatorSend(address,address,uint256,bytes,bytes)',
  ],
};

/** Compilers compare the called function's selector with each that there is, as `PUSH4 selector` (0x63). */
const dispatches = (code: string, declared: string): boolean =>
  code.includes(`63${id(declared).slice(2, 10)}`);

/** The traps that functions in the code give away: hints, since code may do the same under other names. */
export function knownTraps(code: string): readonly TokenTrap[] {
  return Object.entries(KNOWN).flatMap(([trap, declared]) => {
    const found = declared.filter((one) => dispatches(code, one));
    return found.length === 0 ? [] : [tokenTrap(trap as TokenTrapName, `it has ${found.join(', ')}`)];
  });
}
