// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Limit, Role} from "../ExchangeCodes.sol";
import {ExchangeErrors} from "../ExchangeEvents.sol";
import {OrderHash} from "../OrderHash.sol";
import {ExchangeStorage} from "../storage/ExchangeStorage.sol";
import {TimedAmount} from "../storage/TimedAmount.sol";

/// What the lens needs of the exchange.
interface ReadableExchange {
    function readSlot(bytes32 slot) external view returns (bytes32);
    function getBalance(address token, address account) external view returns (uint256);
    function domainSeparator() external view returns (bytes32);
    function deployChainId() external view returns (uint256);
    function hasRole(bytes32 role, address account) external view returns (bool);
}

/// The views of an exchange. They lie here because the exchange's code has no room for them: it answers single
/// slots, and this contract knows by its base what lies in them. It stores nothing and can change nothing.
contract ExchangeLens is ExchangeStorage, ExchangeErrors {
    bytes32 public constant DEFAULT_ADMIN_ROLE = 0;
    bytes32 public constant SETTLER_ROLE = Role.SETTLER;
    bytes32 public constant ATTESTER_ROLE = Role.ATTESTER;
    bytes32 public constant COSIGNER_ROLE = Role.COSIGNER;
    bytes32 public constant LISTER_ROLE = Role.LISTER;
    bytes32 public constant GUARDIAN_ROLE = Role.GUARDIAN;
    uint16 public constant MAX_FEE_BPS_LIMIT = Limit.MAX_FEE_BPS;
    uint32 public constant MIN_WAITING_PERIOD = Limit.MIN_WAITING_PERIOD;
    uint32 public constant MAX_WAITING_PERIOD = Limit.MAX_WAITING_PERIOD;
    uint256 public constant MAX_ORDERS = Limit.MAX_ORDERS;
    uint256 public constant MAX_TRADES = Limit.MAX_TRADES;

    ReadableExchange public immutable exchange;

    constructor(ReadableExchange exchange_) {
        exchange = exchange_;
    }

    function getBalance(address token, address account) external view returns (uint256) {
        return exchange.getBalance(token, account);
    }

    /// exitAt is 0 while no exit is requested.
    function balances(address account, address token) external view returns (uint128 amount, uint40 exitAt) {
        TimedAmount balance = _balance(account, token);
        return (uint128(balance.amount()), balance.effectiveAt());
    }

    /// Orders that sell the token and have a lower nonce are canceled.
    function minNonce(address account, address token) external view returns (uint64) {
        return _balance(account, token).minNonce();
    }

    /// A minimum nonce that was asked for and not applied yet; effectiveAt is 0 if there is none.
    function waitingMinNonce(
        address account,
        address token
    ) external view returns (uint64 minNonce_, uint40 effectiveAt) {
        bytes32 slot;
        assembly ("memory-safe") {
            slot := waitingMinNonces.slot
        }
        uint256 word = _read(_slotOf(_slotOf(slot, account), token));
        return (uint64(word), uint40(word >> 64));
    }

    /// What an order has given of its sold token, and when its cancellation takes effect (0: not canceled).
    /// orderHash is the EIP-712 digest in both signature formats.
    function orderFill(
        address account,
        bytes32 orderHash
    ) external view returns (uint128 sold, uint40 cancelAt) {
        TimedAmount fill = TimedAmount.wrap(_read(_fillSlot(_fillKey(account, orderHash))));
        return (uint128(fill.amount()), fill.effectiveAt());
    }

    /// funded: the address was credited by a deposit, or collected fees, and never becomes a delegate.
    function delegates(
        address delegate
    ) external view returns (address account, uint40 validUntil, uint40 revokedAt, bool funded) {
        bytes32 slot;
        assembly ("memory-safe") {
            slot := delegateEntries.slot
        }
        uint256 word = _read(_slotOf(slot, delegate));
        return (address(uint160(word)), uint40(word >> 160), uint40(word >> 200), word >> 240 != 0);
    }

    function isTradeSettled(uint64 tradeId) external view returns (bool) {
        bytes32 slot;
        assembly ("memory-safe") {
            slot := settledTrades.slot
        }
        return _isBitSet(slot, tradeId);
    }

    function isNonceUsed(address account, uint64 nonce) external view returns (bool) {
        bytes32 slot;
        assembly ("memory-safe") {
            slot := usedNonces.slot
        }
        return _isBitSet(_slotOf(slot, account), nonce);
    }

    function tokenCount() public view returns (uint256) {
        bytes32 slot;
        assembly ("memory-safe") {
            slot := tokenList.slot
        }
        return _read(slot);
    }

    function tokens(uint256 id) external view returns (address) {
        if (id >= tokenCount()) revert TokenUnknown();
        bytes32 slot;
        assembly ("memory-safe") {
            slot := tokenList.slot
        }
        return address(uint160(_read(_elementSlot(slot, id))));
    }

    function tokenIdOf(address token) external view returns (uint16) {
        bytes32 slot;
        assembly ("memory-safe") {
            slot := tokenIdPlusOne.slot
        }
        uint256 idPlusOne = _read(_slotOf(slot, token));
        if (idPlusOne == 0) revert TokenUnknown();
        return uint16(idPlusOne - 1);
    }

    function depositsEnabled(address token) external view returns (bool) {
        bytes32 slot;
        assembly ("memory-safe") {
            slot := openForDeposits.slot
        }
        return _read(_slotOf(slot, token)) != 0;
    }

    function totalLiabilities(address token) external view returns (uint256) {
        bytes32 slot;
        assembly ("memory-safe") {
            slot := owed.slot
        }
        return _read(_slotOf(slot, token));
    }

    function withdrawalFeeCap(address token) external view returns (uint128) {
        bytes32 slot;
        assembly ("memory-safe") {
            slot := feeCaps.slot
        }
        return uint128(_read(_slotOf(slot, token)));
    }

    function feeCollector() external view returns (address) {
        bytes32 slot;
        uint256 offset;
        assembly ("memory-safe") {
            slot := collector.slot
            offset := collector.offset
        }
        return address(uint160(_packed(slot, offset)));
    }

    function waitingPeriod() external view returns (uint32) {
        bytes32 slot;
        uint256 offset;
        assembly ("memory-safe") {
            slot := waiting.slot
            offset := waiting.offset
        }
        return uint32(_packed(slot, offset));
    }

    /// The limit in force now.
    function maxFeeBps() external view returns (uint16) {
        (uint16 next, uint40 effectiveAt) = newestMaxFee();
        if (block.timestamp >= effectiveAt) return next;
        bytes32 slot;
        uint256 offset;
        assembly ("memory-safe") {
            slot := formerMaxFeeBps.slot
            offset := formerMaxFeeBps.offset
        }
        return uint16(_packed(slot, offset));
    }

    /// The limit that was set last, and when it takes or took effect.
    function newestMaxFee() public view returns (uint16 maxFeeBps_, uint40 effectiveAt) {
        bytes32 slot;
        bytes32 timeSlot;
        uint256 offset;
        uint256 timeOffset;
        assembly ("memory-safe") {
            slot := newestMaxFeeBps.slot
            offset := newestMaxFeeBps.offset
            timeSlot := maxFeeFrom.slot
            timeOffset := maxFeeFrom.offset
        }
        return (uint16(_packed(slot, offset)), uint40(_packed(timeSlot, timeOffset)));
    }

    /// Settlement is paused before `until`, and can't be paused again before `pausableAgain`.
    function settlementPause() external view returns (uint40 until, uint40 pausableAgain) {
        bytes32 slot;
        bytes32 againSlot;
        uint256 offset;
        uint256 againOffset;
        assembly ("memory-safe") {
            slot := pausedUntil.slot
            offset := pausedUntil.offset
            againSlot := pausableFrom.slot
            againOffset := pausableFrom.offset
        }
        return (uint40(_packed(slot, offset)), uint40(_packed(againSlot, againOffset)));
    }

    function depositsPaused() external view returns (bool) {
        bytes32 slot;
        uint256 offset;
        assembly ("memory-safe") {
            slot := depositsStopped.slot
            offset := depositsStopped.offset
        }
        return uint8(_packed(slot, offset)) != 0;
    }

    /// Of those who have the admin's role, the one who was given it last; zero if nobody has it. A hand-over
    /// grants it to another and then revokes the former one's; taken back halfway, the former one is the answer.
    function defaultAdmin() external view returns (address) {
        bytes32 slot;
        assembly ("memory-safe") {
            slot := admins.slot
        }
        for (uint256 i = _read(slot); i > 0; --i) {
            address admin = address(uint160(_read(_elementSlot(slot, i - 1))));
            if (exchange.hasRole(DEFAULT_ADMIN_ROLE, admin)) return admin;
        }
        return address(0);
    }

    function deployChainId() external view returns (uint256) {
        return exchange.deployChainId();
    }

    function domainSeparator() external view returns (bytes32) {
        return exchange.domainSeparator();
    }

    /// The canonical hash of an order: its EIP-712 digest, also when it is signed in the personal form.
    function hashOrder(
        address sellToken,
        uint128 sellAmount,
        address buyToken,
        uint128 buyAmount,
        uint32 expiry,
        uint64 nonce
    ) external view returns (bytes32) {
        bytes32 separator = exchange.domainSeparator();
        return OrderHash.typed(separator, sellToken, sellAmount, buyToken, buyAmount, expiry, nonce);
    }

    /// What the personal form of an order signs.
    function hashPersonalOrder(
        address sellToken,
        uint128 sellAmount,
        address buyToken,
        uint128 buyAmount,
        uint32 expiry,
        uint64 nonce
    ) external view returns (bytes32) {
        return
            OrderHash.personal(address(exchange), sellToken, sellAmount, buyToken, buyAmount, expiry, nonce);
    }

    function _balance(address account, address token) private view returns (TimedAmount) {
        return TimedAmount.wrap(_read(_balanceSlot(_balancesSlot(account), token)));
    }

    function _read(bytes32 slot) private view returns (uint256) {
        return uint256(exchange.readSlot(slot));
    }

    /// offset: in bytes from the low end of the word.
    function _packed(bytes32 slot, uint256 offset) private view returns (uint256) {
        return _read(slot) >> (8 * offset);
    }

    /// The slot of an element of an array whose elements fill one each.
    function _elementSlot(bytes32 array, uint256 index) private pure returns (bytes32 slot) {
        assembly ("memory-safe") {
            mstore(0x00, array)
            slot := add(keccak256(0x00, 0x20), index)
        }
    }

    /// A bit of OpenZeppelin's BitMap: 256 of them in a word, the lowest first.
    function _isBitSet(bytes32 bitMap, uint256 index) private view returns (bool) {
        return (_read(_mappedSlot(bitMap, bytes32(index >> 8))) >> (index & 0xff)) & 1 == 1;
    }
}
